/** The Maven plugin: tests run under the agent, and their races are reported. */
package dev.sooth.maven;
