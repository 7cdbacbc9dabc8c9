/** What JUnit loads: it tells the agent of tests, and fails those in which there are races. */
package dev.sooth.junit;
