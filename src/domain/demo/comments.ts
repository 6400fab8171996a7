import { dayOf } from '../../base/dates.ts'
import type { Queries, RowOf } from '../../server/domain.ts'

const HOUR = 3_600_000

/** Somebody of the demo who says something, by a part of their mailbox. */
type Person = 'dono' | 'gerente.cantina'

/** A made-up comment: `{dono}` stands for that person, who is mentioned. An answer follows what it answers. */
interface Said {
  readonly by: Person
  readonly hoursAgo: number
  readonly text: string
  readonly isAnswer?: true
  readonly task?: { readonly of: Person; readonly inDays: number; readonly isDone?: true }
}

/** The talk about one record: an order by how far it went, or the next bill to pay. */
interface Talk {
  readonly register: 'pedidos' | 'Conta'
  /** The record's key in a store. */
  readonly find: (q: Queries, lojaId: number) => Promise<{ readonly rows: readonly { readonly id: string }[] }>
  readonly said: readonly Said[]
}

const talks: readonly Talk[] = [
  {
    register: 'pedidos',
    find: (q, lojaId) =>
      q.query<{ id: string }>(`SELECT id FROM pedidos WHERE "lojaId" = $1 AND status = 'EM TRANSITO' ORDER BY id LIMIT 1`, [
        lojaId,
      ]),
    said: [
      {
        by: 'gerente.cantina',
        hoursAgo: 26,
        text: '{dono}, o fornecedor avisou que o caminhão só sai amanhã cedo. Posso receber antes das 10h?',
      },
      {
        by: 'dono',
        hoursAgo: 25,
        isAnswer: true,
        text: 'Pode, sim. Confira as validades e conte as caixas antes de assinar o canhoto.',
        task: { of: 'gerente.cantina', inDays: 1 },
      },
    ],
  },
  {
    register: 'pedidos',
    find: (q, lojaId) =>
      q.query<{ id: string }>(`SELECT id FROM pedidos WHERE "lojaId" = $1 AND status = 'CONCLUIDO' ORDER BY id LIMIT 1`, [
        lojaId,
      ]),
    said: [
      {
        by: 'gerente.cantina',
        hoursAgo: 70,
        text: 'Duas caixas chegaram amassadas. Mandei as fotos e vão abater o valor na próxima nota.',
        task: { of: 'gerente.cantina', inDays: -1, isDone: true },
      },
    ],
  },
  {
    register: 'Conta',
    find: (q, lojaId) =>
      q.query<{ id: string }>(
        `SELECT id FROM "Conta" WHERE "lojaId" = $1 AND tipo = 'PAGAR' AND NOT pago AND vencimento >= current_date ORDER BY vencimento, id LIMIT 1`,
        [lojaId],
      ),
    said: [
      {
        by: 'dono',
        hoursAgo: 5,
        text: 'O fornecedor aceitou dividir em duas parcelas. Esperar o boleto novo antes de pagar.',
        task: { of: 'dono', inDays: 2 },
      },
    ],
  },
]

/** Lets the people of a store talk about an order on its way, one that came, and a bill. */
export async function loadTalks(q: Queries, lojaId: number, now: Date, zone: string): Promise<void> {
  const people = await peopleOf(q)
  let count = 0
  for (const { register, find, said } of talks) {
    const { rows } = await find(q, lojaId)
    const [found] = rows
    if (!found) continue
    let first: string | null = null
    for (const { by, hoursAgo, text, isAnswer, task } of said) {
      count += 1
      const id = `00000000-0000-4000-8002-${String(count).padStart(12, '0')}`
      const author = people.get(by)
      if (!author) continue
      const mentioned = [...people].filter(([name]) => text.includes(`{${name}}`)).map(([, one]) => one)
      const body = mentioned.reduce((words, one) => words.replaceAll(`{${one.key}}`, `@${one.nome}`), text)
      const moment = new Date(now.getTime() - hoursAgo * HOUR).toISOString()
      const assignee = task && people.get(task.of)
      const due = task && dayOf(new Date(now.getTime() + task.inDays * 24 * HOUR).toISOString(), zone)
      await q.query(
        `INSERT INTO system.comments ("lojaId", id, register, record, answers, "userId", body, mentions, "assigneeId", due, "doneAt", "doneBy", "createdAt")
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8::bigint[], $9, $10::date, $11, $12, $13)`,
        [
          ...[lojaId, id, register, found.id, isAnswer ? first : null, author.id, body, mentioned.map(one => one.id)],
          ...[assignee?.id ?? null, due ?? null, task?.isDone ? moment : null, task?.isDone ? assignee?.id : null, moment],
        ],
      )
      first ??= id
    }
  }
}

interface DemoPerson extends RowOf<'users', 'id' | 'nome'> {
  readonly key: string
}

async function peopleOf(q: Queries): Promise<ReadonlyMap<string, DemoPerson>> {
  const { rows } = await q.query<DemoPerson>(
    `SELECT id, nome, split_part(email, '@', 1) AS key FROM users WHERE email IN ('dono@demo.com.br', 'gerente.cantina@demo.com.br')`,
  )
  return new Map(rows.map(row => [row.key, row]))
}
