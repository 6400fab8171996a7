import { withCount } from '../describe/phrase.ts'

/** The meaning of a statement of the plan: in words of its own, or counted among others of its sort. */
interface Sort {
  readonly pattern: RegExp
  /** The table and what happens to it. */
  say?(found: RegExpExecArray): { readonly table: string; readonly text: string }
  readonly count?: readonly [one: string, many: string]
}

const name = '"((?:[^"]|"")+)"'
const at = (text: string): RegExp => new RegExp(`^${text.replaceAll('#', name)}`)

const sorts: readonly Sort[] = [
  {
    pattern: at('CREATE TABLE # \\(([^]*)\\)'),
    say: ([, table = '', body = '']) => ({
      table,
      text: `tabela nova, ${withCount(body.split('\n').length - 3, 'coluna', 'colunas')}`,
    }),
  },
  { pattern: at('ALTER TABLE # RENAME TO #'), say: ([, from = '', to = '']) => ({ table: to, text: `chamava-se ${from}` }) },
  {
    pattern: at('ALTER TABLE # RENAME COLUMN # TO #'),
    say: ([, table = '', from, to]) => ({ table, text: `coluna ${from} passa a se chamar ${to}` }),
  },
  {
    pattern: /^(?:ALTER TABLE "(?:[^"]|"")+" (?:ADD|DROP) COLUMN "_busca"|COMMENT ON)/,
    count: ['nota ou índice de busca refeito', 'notas e índices de busca refeitos'],
  },
  { pattern: at('ALTER TABLE # ADD COLUMN #'), say: ([, table = '', column]) => ({ table, text: `coluna nova ${column}` }) },
  { pattern: at('ALTER TABLE # DROP COLUMN #'), say: ([, table = '', column]) => ({ table, text: `coluna ${column} apagada` }) },
  {
    pattern: at('ALTER TABLE # ALTER COLUMN # TYPE (.+)'),
    say: ([, table = '', column, type]) => ({ table, text: `coluna ${column} passa a ${type}` }),
  },
  {
    pattern: at('ALTER TABLE # ALTER COLUMN # (?:SET|DROP) DEFAULT'),
    say: ([, table = '', column]) => ({ table, text: `valor inicial de ${column}` }),
  },
  {
    pattern: at('(?:ALTER TABLE # ADD CONSTRAINT # UNIQUE|CREATE UNIQUE INDEX)'),
    count: ['regra de não repetir', 'regras de não repetir'],
  },
  { pattern: at('ALTER TABLE # ADD CONSTRAINT # FOREIGN KEY'), count: ['ligação entre tabelas', 'ligações entre tabelas'] },
  {
    pattern: at('ALTER TABLE # DROP CONSTRAINT'),
    count: ['regra ou ligação antiga retirada', 'regras ou ligações antigas retiradas'],
  },
  { pattern: /^CREATE INDEX/, count: ['índice novo', 'índices novos'] },
  { pattern: /^DROP INDEX/, count: ['índice antigo retirado', 'índices antigos retirados'] },
  { pattern: /^CREATE POLICY/, count: ['tabela com proteção por loja', 'tabelas com proteção por loja'] },
  { pattern: /^DROP POLICY|ROW LEVEL SECURITY$/ },
]

/** Statements of a plan in words: tables and columns by name, the rest counted. A statement of no known sort stays as it is. */
export function describeSteps(steps: readonly string[]): readonly string[] {
  const byTable = new Map<string, string[]>()
  const counts = new Map<Sort, number>()
  const others: string[] = []
  for (const step of steps) {
    const sort = sorts.find(each => each.pattern.test(step))
    const found = sort?.pattern.exec(step)
    if (!sort || !found) others.push(step)
    else if (sort.say) {
      const { table, text } = sort.say(found)
      byTable.set(table, [...(byTable.get(table) ?? []), text])
    } else counts.set(sort, (counts.get(sort) ?? 0) + 1)
  }
  return [
    ...[...byTable].map(([table, texts]) => `${table}: ${texts.join('; ')}`),
    ...[...counts].flatMap(([{ count }, times]) => (count ? [withCount(times, ...count)] : [])),
    ...others,
  ]
}
