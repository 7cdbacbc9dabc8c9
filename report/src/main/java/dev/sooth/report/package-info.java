/** What a run found, as text and as JSON. No analysis happens here. */
package dev.sooth.report;
