import type { CodeFile } from './codeFile.ts'

/** A rule of the code that a script can hold it to. */
export interface CodeCheck {
  readonly name: string
  /** How many findings are accepted, 0 when left out: what an older rule has left behind falls to 0 and never grows. */
  readonly bar?: number
  /** One line a finding: file, and what is wrong there. */
  find(files: readonly CodeFile[]): readonly string[]
}

export interface CheckOutcome {
  readonly passed: boolean
  readonly lines: readonly string[]
}

/** One line that sums up a check, after its findings where it fails; with `all` they are shown in any case. */
export function runCodeCheck({ name, bar = 0, find }: CodeCheck, files: readonly CodeFile[], all = false): CheckOutcome {
  const findings = find(files)
  const passed = findings.length <= bar
  const sum = bar === 0 ? `${findings.length}` : `${findings.length}, at most ${bar}`
  const lower = findings.length < bar ? `: the bar can be lowered to ${findings.length}` : ''
  return { passed, lines: [...(passed && !all ? [] : findings), `${passed ? 'ok  ' : 'OVER'} ${name}: ${sum}${lower}`] }
}
