/**
 * A statement as a distributed database takes it. A fence round what is found first goes: what is joined outside of it names no store of its
 * own, and Citus 13.2 ends the first machine's process over that.
 */
export const spreadStatement = (text: string): string => givesBack(text.replaceAll(' OFFSET 0)', ')'))

/**
 * An INSERT of what a query finds, as a distributed database takes it from who is held by row level security: one that gives nothing
 * back it would copy into the table, which that forbids. So it gives back nothing worth reading.
 */
const givesBack = (text: string): string => {
  if (!/\bINSERT INTO\b/i.test(text) || !/\bSELECT\b/i.test(text)) return text
  const bare = outside(text)
  const inserts = /^\s*(WITH\b[\s\S]*?\)\s*)?INSERT INTO\b[\s\S]*\bSELECT\b/i.test(bare)
  return inserts && !/\b(RETURNING|ON CONFLICT)\b/i.test(bare) ? `${text} RETURNING 1 AS done` : text
}

/** Returns the text outside of brackets, quotes and comments. */
const outside = (text: string): string => {
  let kept = ''
  let depth = 0
  for (const [part] of text.matchAll(/'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|[()]|[^'"()\-/]+|[-/]/g)) {
    if (part === '(') depth++
    else if (part === ')') depth--
    if ((depth === 0 || part === ')') && !/^(['"]|--|\/\*)/.test(part)) kept += part
  }
  return kept
}
