// race: SubmissionPubRacy$S.n
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class SubmissionPubRacy {
    static class S implements Flow.Subscriber<Integer> {
        static S shared;
        int n;
        Flow.Subscription sub; final CountDownLatch end;
        S(CountDownLatch e) { end = e; }
        public void onSubscribe(Flow.Subscription s) { (sub = s).request(1); }
        public void onNext(Integer x) {
            shared.n += x;
            sub.request(1);
        }
        public void onError(Throwable t) { t.printStackTrace(System.out); }
        public void onComplete() { end.countDown(); }
    }
    public static void main(String[] args) throws Throwable {
        ExecutorService p = Executors.newFixedThreadPool(3);
        SubmissionPublisher<Integer> pub = new SubmissionPublisher<>(p, 4);
        CountDownLatch e0 = new CountDownLatch(1), e1 = new CountDownLatch(1);
        S a = new S(e0), b = new S(e1);
        S.shared = a;
        pub.subscribe(a); pub.subscribe(b);
        for (int i = 0; i < 120; i++) pub.submit(i);
        pub.close();
        e0.await(); e1.await();
        p.shutdown();
        System.out.println("done");
    }
}
