import { parseArgs } from 'node:util'

/** The arguments of a run of the bench. */
export interface BenchArguments {
  /** Names of the rows that are measured. */
  readonly only: readonly string[]
  /** The version that this one is held against. */
  readonly against: string | undefined
  readonly write: boolean
  readonly list: boolean
  readonly help: boolean
  /** Products of the large store, and sale lines of a store. */
  readonly large: number
  readonly lines: number
  /** Several machines against one, and with how many stores. */
  readonly distributed: boolean
  readonly stores: number
}

export const benchHelp = `npm run bench [-- options]

Measures speed as ratios in one run, against code written by hand for the same data: docs/performance.md. Each row is printed when it is measured. It
fails where a row could not be measured.

  --list            names the rows, and measures none
  --only A,B        measures some rows
  --against REF     measures another version (a commit, a branch, HEAD~1) by turns with this one, in place of code written by hand
  --write           puts the report of a whole run, of a commit without changes, into docs/performance.md
  --large N         products of the large store (1,000,000)
  --lines N         sale lines of a store with many (1,000,000)
  --distributed     calls over several machines against one: docs/scale.md
  --stores N        stores of these (2,000)
`

/** Reads the words of the command; what cannot be done is an error that says so. */
export function readBenchArguments(words: readonly string[], rows: readonly string[]): BenchArguments {
  const { values } = parseArgs({
    args: [...words],
    options: {
      only: { type: 'string' },
      against: { type: 'string' },
      write: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      large: { type: 'string', default: '1000000' },
      lines: { type: 'string', default: '1000000' },
      distributed: { type: 'boolean', default: false },
      stores: { type: 'string', default: '2000' },
    },
  })
  const only = values.only?.split(',').map(name => name.trim()) ?? rows
  const unknown = only.filter(name => !rows.includes(name))
  if (unknown.length > 0) throw new Error(`No row is named ${unknown.join(', ')}. Rows: ${rows.join(', ')}`)
  const { write, against, distributed } = values
  const partly = values.only ?? against ?? (distributed ? '--distributed' : undefined)
  if (write && partly !== undefined) throw new Error('--write takes a whole run: without --only, --against and --distributed.')
  const whole = (name: 'large' | 'lines' | 'stores'): number => {
    const number = Number(values[name])
    if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} is no number: ${values[name]}`)
    return number
  }
  return {
    ...{ only, against, write, distributed, list: values.list, help: values.help },
    ...{ large: whole('large'), lines: whole('lines'), stores: whole('stores') },
  }
}
