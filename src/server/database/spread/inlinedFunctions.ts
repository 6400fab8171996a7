import type { Queries } from '../queries.ts'
import { inlineCalls, type SqlFunction } from './inlineCalls.ts'
import { spreadStatement } from './spreadStatement.ts'

/** Puts the text of our functions into statements that call them. */
export interface Inlining {
  /** Reads the functions, once. */
  ready(): Promise<unknown>
  /** The statement without calls of functions that read tables, as the first machine takes it. */
  inlined(text: string): string
  /** The statement without such calls. */
  withFunctions(text: string): string
  /** Functions may be others now. */
  forget(): void
}

const statement = `SELECT n.nspname || '.' || p.proname AS name, p.prosrc AS body, p.proretset AS rows, p.proargmodes::text[] AS modes,
    p.proargnames AS names,
    (SELECT array_agg(format_type(t, NULL) ORDER BY at) FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY a(t, at)) AS types
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
  WHERE l.lanname = 'sql' AND p.prosqlbody IS NULL AND p.proargnames IS NOT NULL AND n.nspname !~ '^(pg_|information_schema$|citus)'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`

interface Row {
  readonly name: string
  readonly body: string
  readonly rows: boolean
  readonly modes: readonly string[] | null
  readonly names: readonly string[]
  readonly types: readonly string[]
}

/**
 * A distributed database cannot plan a function over its tables inside a statement with parameters: the server puts the function's
 * text there, as PostgreSQL itself does where all rows are on one machine.
 */
export const createInlining = (q: Queries): Inlining => {
  let reading: Promise<void> | undefined
  let known: ReadonlyMap<string, SqlFunction> = new Map()
  const texts = new Map<string, string>()
  const read = async (): Promise<void> => {
    known = await readFunctions(q)
    texts.clear()
  }
  const withFunctions = (text: string): string => (text.includes('.f_') ? inlineCalls(text, known) : text)
  return {
    withFunctions,
    ready: () => {
      reading ??= read().catch(error => {
        reading = undefined
        throw error
      })
      return reading
    },
    inlined: text => {
      const done = texts.get(text)
      if (done !== undefined) return done
      const made = spreadStatement(withFunctions(text))
      if (texts.size > 2_000) texts.clear()
      texts.set(text, made)
      return made
    },
    forget: () => {
      reading = undefined
    },
  }
}

async function readFunctions(q: Queries): Promise<ReadonlyMap<string, SqlFunction>> {
  const { rows } = await q.query<Row>(statement)
  return new Map(rows.map(row => [row.name, sqlFunction(row)]))
}

function sqlFunction({ name, body, rows, modes, names, types }: Row): SqlFunction {
  const places = names.map((each, at) => ({ name: each, type: types[at] ?? 'text', given: !modes || modes[at] === 'i' }))
  return {
    name,
    body,
    parameters: places.filter(({ given }) => given),
    ...(rows ? { columns: places.filter(({ given }) => !given).map(each => each.name) } : {}),
  }
}
