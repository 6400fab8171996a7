/** A table that is not of the schema `system`, by the words before its name, or a list of tables. */
const otherTable =
  /\b(?:from|join|into|update|table)\s+(?!system\.|\(|(?:unnest|generate_series)\s*\(|(?:set|skip|of)\b)|\b(?:from|join)\s+system\.[\w"]+(?:\s+\w+)?\s*,/i

/** Calls that reach other machines, and the table by which the first one commits with them. */
const reachesOthers = /citus|_dist_|distributed|run_command|joint_commits/i

/**
 * Whether a statement touches nothing but what is on the first machine alone: tables of the schema `system`, or who listens. Such a one needs
 * no transaction that says to other machines whose rows it may touch. Where there is a doubt, no.
 */
export const isOfFirstMachine = (text: string): boolean =>
  /\bsystem\.|\bpg_notify\(/.test(text) && !otherTable.test(text) && !reachesOthers.test(text)
