// mechanism: what a bootstrap method makes is published by linking the call site, or resolving the constant
import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class LinkedSitesOk {
    static class Made { int value; }
    public static CallSite site(MethodHandles.Lookup lookup, String name, MethodType type) {
        return new ConstantCallSite(MethodHandles.constant(Object.class, made()));
    }
    public static Object constant(MethodHandles.Lookup lookup, String name, Class<?> type) { return made(); }
    static Made made() { Made made = new Made(); made.value = 1; return made; }
    /** A class whose get() is one invokedynamic, or loads one dynamic constant. */
    static Supplier<?> generated(boolean constant) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        String me = LinkedSitesOk.class.getName();
        String bootstrap = constant ? "constant" : "site";
        String looked = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;";
        String type = looked + (constant ? "Ljava/lang/Class;)Ljava/lang/Object;" : "Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;");
        out.writeInt(0xCAFEBABE); out.writeInt(61); out.writeShort(25);
        utf(out, "Generated"); cls(out, 1); // 1, 2
        utf(out, "java/lang/Object"); cls(out, 3); // 3, 4
        utf(out, "java/util/function/Supplier"); cls(out, 5); // 5, 6
        utf(out, "<init>"); utf(out, "()V"); utf(out, "get"); utf(out, "()Ljava/lang/Object;"); // 7 to 10
        utf(out, "Code"); utf(out, "BootstrapMethods"); // 11, 12
        pair(out, 12, 7, 8); pair(out, 10, 4, 13); // 13, 14: Object.<init>
        utf(out, me); cls(out, 15); utf(out, bootstrap); utf(out, type); // 15 to 18
        pair(out, 12, 17, 18); pair(out, 10, 16, 19); // 19, 20
        out.writeByte(15); out.writeByte(6); out.writeShort(20); // 21: the handle
        utf(out, "Ljava/lang/Object;"); // 22
        pair(out, 12, 9, constant ? 22 : 10); // 23
        pair(out, constant ? 17 : 18, 0, 23); // 24
        finish(out, constant);
        Class<?> made = new ClassLoader(LinkedSitesOk.class.getClassLoader()) {
            Class<?> define() { return defineClass("Generated", bytes.toByteArray(), 0, bytes.size()); }
        }.define();
        return (Supplier<?>) made.getDeclaredConstructor().newInstance();
    }
    static void finish(DataOutputStream out, boolean constant) throws IOException {
        out.writeShort(0x21); out.writeShort(2); out.writeShort(4); out.writeShort(1); out.writeShort(6); out.writeShort(0);
        out.writeShort(2);
        method(out, 7, 8, new byte[] {42, (byte) 0xB7, 0, 14, (byte) 0xB1});
        method(out, 9, 10, constant ? new byte[] {0x13, 0, 24, (byte) 0xB0} : new byte[] {(byte) 0xBA, 0, 24, 0, 0, (byte) 0xB0});
        out.writeShort(1); out.writeShort(12); out.writeInt(6); out.writeShort(1); out.writeShort(21); out.writeShort(0);
    }
    static void method(DataOutputStream out, int name, int type, byte[] code) throws IOException {
        out.writeShort(1); out.writeShort(name); out.writeShort(type); out.writeShort(1);
        out.writeShort(11); out.writeInt(12 + code.length); out.writeShort(2); out.writeShort(1);
        out.writeInt(code.length); out.write(code); out.writeShort(0); out.writeShort(0);
    }
    static void utf(DataOutputStream out, String s) throws IOException { out.writeByte(1); out.writeUTF(s); }
    static void cls(DataOutputStream out, int name) throws IOException { out.writeByte(7); out.writeShort(name); }
    static void pair(DataOutputStream out, int tag, int a, int b) throws IOException { out.writeByte(tag); out.writeShort(a); out.writeShort(b); }
    static void used(Supplier<?> linked) throws Exception {
        both(() -> {
            Made made = (Made) linked.get();
            int seen = made.value;
        }, () -> { nap(40); Made made = (Made) linked.get(); int seen = made.value; });
    }
    public static void main(String[] args) throws Exception {
        used(generated(false));
        used(generated(true));
    }
    interface Body { void run() throws Throwable; }
    static Thread go(Body b) {
        Thread t = new Thread(() -> { try { b.run(); } catch (Throwable e) { die(e); } });
        t.start();
        return t;
    }
    static void both(Body a, Body b) throws Exception { Thread x = go(a), y = go(b); x.join(); y.join(); }
    static void nap(long ms) { try { Thread.sleep(ms); } catch (InterruptedException e) { die(e); } }
    static void die(Throwable e) { e.printStackTrace(System.out); Runtime.getRuntime().halt(1); }
}
