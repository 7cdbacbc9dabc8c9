package shop;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What is there of each article, and what is reserved. */
public final class Stock {
  private final Map<String, Integer> articles = new HashMap<>(); // guarded by lock
  private final Map<String, Integer> reserved = new ConcurrentHashMap<>();
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  public void put(String article, int number) {
    lock.writeLock().lock();
    try {
      articles.merge(article, number, Integer::sum);
    } finally {
      lock.writeLock().unlock();
    }
  }

  public int get(String article) {
    lock.readLock().lock();
    try {
      return articles.getOrDefault(article, 0);
    } finally {
      lock.readLock().unlock();
    }
  }

  public void reserve(String article) {
    reserved.merge(article, 1, Integer::sum);
  }

  public int reserved(String article) {
    return reserved.getOrDefault(article, 0);
  }
}
