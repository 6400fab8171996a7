import {
  type ColumnOf,
  holdStore,
  type NumbersOf,
  type RowOf,
  requireStore,
  saveOneRecord,
  tableOf,
  type UnitOfWork,
} from '../../../server/domain.ts'
import { saveLines } from './settling/settleLines.ts'
import type { BankStatement, StatementLine } from './statement/bankStatement.ts'

/** The result of an import. */
export interface KeptStatements {
  readonly made: number
  readonly known: number
  /** Names of the accounts. */
  readonly accounts: readonly string[]
  readonly days: readonly string[]
}

/** Lines that are saved at once: memory stays flat however long a statement is. */
const PART = 500

/** Keeps the lines that are not there yet, one import of a store after the other. Accounts that are not known yet are made. */
export async function keepStatements(statements: readonly BankStatement[], work: UnitOfWork): Promise<KeptStatements> {
  await holdStore(work.q, requireStore(work.caller))
  let [made, known] = [0, 0]
  const accounts = new Set<string>()
  const days = new Set<string>()
  for (const statement of statements) {
    const account = await accountOf(statement, work)
    accounts.add(account.name)
    const fresh = await freshLines(statement.lines, account.id, work)
    made += fresh.length
    known += statement.lines.length - fresh.length
    for (const { day } of fresh) days.add(day)
    for (let at = 0; at < fresh.length; at += PART)
      await saveLines(
        fresh.slice(at, at + PART).map(line => rowOf(line, account.id)),
        work,
      )
  }
  return { made, known, accounts: [...accounts], days: [...days] }
}

const rowOf = ({ day, cents, kind, memo, document, fitid }: StatementLine, bancoId: number) => ({
  bancoId,
  data: day,
  valor: cents / 100,
  memo,
  tipo: kind,
  documento: document,
  fitid,
})

interface Account extends NumbersOf<'Conta_bancos', 'id'> {
  readonly name: ColumnOf<'Conta_bancos', 'nome'>
}

async function accountOf({ account, name, kind, balance }: BankStatement, work: UnitOfWork): Promise<Account> {
  const lojaId = requireStore(work.caller)
  const table = tableOf(work.model, 'Conta_bancos')
  const { rows } = await work.q.query<
    Account & RowOf<'Conta_bancos', 'identificacao'> & { cents: number | null; saldo_em: string | null }
  >(
    'SELECT id::float8 AS id, nome AS name, identificacao, round(100 * saldo)::float8 AS cents, saldo_em::text FROM "Conta_bancos" WHERE "lojaId" = $1 AND (identificacao = $2 OR nome LIKE $3 || \'%\')',
    [lojaId, account, name],
  )
  const found = rows.find(row => row.identificacao === account)
  const told = balance && (found?.saldo_em ?? '') <= balance.day ? { saldo: balance.cents / 100, saldo_em: balance.day } : {}
  const own = { ...work, byServer: true }
  if (found) {
    if (balance && 'saldo' in told && (found.saldo_em !== balance.day || found.cents !== balance.cents))
      await saveOneRecord({ id: found.id, ...told }, table, own)
    return found
  }
  const free = [name, ...Array.from({ length: rows.length }, (_, at) => `${name} (${at + 2})`)].find(one =>
    rows.every(row => row.name !== one),
  )
  const record = await saveOneRecord({ nome: free ?? name, tipo: kind, identificacao: account, ...told }, table, own)
  return { id: Number(record.id), name: String(record.nome) }
}

/** Lines that the store has not: by the bank's key, day and value. */
async function freshLines(lines: readonly StatementLine[], bancoId: number, { q, caller }: UnitOfWork): Promise<StatementLine[]> {
  const { rows } = await q.query<{ fitid: string; day: string; cents: number }>(
    `SELECT fitid, data::text AS day, round(100 * valor)::float8 AS cents FROM "Conta_extratos" WHERE "lojaId" = $1 AND "bancoId" = $2 AND fitid = ANY ($3)`,
    [requireStore(caller), bancoId, [...new Set(lines.map(({ fitid }) => fitid))]],
  )
  const keyOf = ({ fitid, day, cents }: Pick<StatementLine, 'fitid' | 'day' | 'cents'>): string =>
    JSON.stringify([fitid, day, cents])
  const there = new Set(rows.map(keyOf))
  return lines.filter(line => {
    const key = keyOf(line)
    if (there.has(key)) return false
    there.add(key)
    return true
  })
}
