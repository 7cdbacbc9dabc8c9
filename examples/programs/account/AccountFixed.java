/** Two tellers deposit into one account, whose lock they hold. */
public class AccountFixed {
  private int balance;

  synchronized void deposit(int amount) {
    balance = balance + amount;
  }

  public static void main(String[] args) throws InterruptedException {
    AccountFixed account = new AccountFixed();
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
    System.out.println("balance is " + account.balance);
  }
}
