/** Two tellers deposit into one account, without a lock: deposits get lost. */
public class Account {
  private int balance;

  void deposit(int amount) {
    balance = balance + amount; // race: balance
  }

  public static void main(String[] args) throws InterruptedException {
    Account account = new Account();
    Runnable teller =
        () -> {
          for (int i = 0; i < 10; i++) {
            account.deposit(10);
          }
        };
    Thread first = new Thread(teller, "teller-1");
    Thread second = new Thread(teller, "teller-2");
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println("balance " + (account.balance > 0 ? "is positive" : "is not positive"));
  }
}
