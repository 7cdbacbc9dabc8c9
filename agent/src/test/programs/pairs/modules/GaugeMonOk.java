// mechanism: javax.management.monitor.GaugeMonitor polls an attribute getter: polls are serial and ordered by its executors
import java.util.concurrent.CountDownLatch;
import javax.management.*;
import javax.management.monitor.GaugeMonitor;

public class GaugeMonOk {
  static final CountDownLatch end = new CountDownLatch(1);
  public interface ObsMBean { int getV(); }
  public static class Obs implements ObsMBean {
    int polls;
    int snap;
    @Override public int getV() {
      polls++;
      if (polls == 15) { snap = polls; end.countDown(); }
      return polls % 3;
    }
  }
  public static void main(String[] args) throws Exception {
    MBeanServer mbs = MBeanServerFactory.newMBeanServer();
    Obs o = new Obs();
    ObjectName on = new ObjectName("pair:type=Obs");
    mbs.registerMBean(o, on);
    GaugeMonitor m = new GaugeMonitor();
    mbs.registerMBean(m, new ObjectName("pair:type=Mon"));
    m.setGranularityPeriod(5);
    m.setObservedAttribute("V");
    m.addObservedObject(on);
    m.setThresholds(100, -100);
    m.start();
    end.await();
    m.stop();
    System.out.println("snap=" + o.snap);
  }
}
