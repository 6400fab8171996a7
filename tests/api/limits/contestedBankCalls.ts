import { dataUrl, statementOf } from '../../fixtures/bankStatements.ts'
import type { ContestContext, ContestedCall } from './contestedCalls.ts'

const idOf = (rows: readonly Record<string, unknown>[]): number => Number(rows[0]?.id)
const numberOf = (rows: readonly Record<string, unknown>[]): number => Number(rows[0]?.n)

/** A line of a statement that waits, of a value of its own. */
async function waitingLine({ ours, rows, next }: ContestContext): Promise<{ id: number; value: number }> {
  const value = next()
  const account = idOf(
    await rows(`INSERT INTO "Conta_bancos" ("lojaId", nome) VALUES ($1, $2) RETURNING id`, ours.store, `Banco ${value}`),
  )
  const id = idOf(
    await rows(
      `INSERT INTO "Conta_extratos" ("lojaId", "bancoId", data, valor, memo, memo_chave, fitid, situacao) VALUES ($1, $2, '2026-11-05', $3, $4, $4, $4, 'CONCILIAR') RETURNING id`,
      ours.store,
      account,
      -value,
      `linha ${value}`,
    ),
  )
  return { id, value }
}

/** A classification and a cost centre of their own. */
async function words({ ours, rows, next }: ContestContext): Promise<{ classificacaoId: number; centroCustoId: number }> {
  const named = async (sql: string): Promise<number> => idOf(await rows(`${sql} RETURNING id`, ours.store, `Nome ${next()}`))
  return {
    classificacaoId: await named(`INSERT INTO "Conta_classificacoes" ("lojaId", nome, tipo) VALUES ($1, $2, 'DESPESA')`),
    centroCustoId: await named('INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES ($1, $2)'),
  }
}

/** A waiting line and the bill that it is the payment of. */
async function lineAndBill(context: ContestContext): Promise<{ id: number; contaId: number }> {
  const { id, value } = await waitingLine(context)
  const { status, body } = await context.post('Conta/save', {
    tipo: 'PAGAR',
    vencimento: '2026-11-05',
    valor: value,
    ...(await words(context)),
  })
  if (status >= 300) throw new Error(JSON.stringify(body))
  return { id, contaId: Number((body as { id: number }).id) }
}

const settled = async ({ rows }: ContestContext, { id, ids }: Record<string, unknown>): Promise<number> =>
  numberOf(
    await rows(
      `SELECT count(*) AS n FROM user_logs WHERE recurso = 'Conta_extratos' AND "recursoId" = $1 AND acao = 'alterar'`,
      String(Array.isArray(ids) ? ids[0] : id),
    ),
  )

const late = 'bank.line-done'

/** The line that a call without input thinks of. */
const thought = new WeakMap<object, number>()

/** Calls about statements of banks. */
export const contestedBankCalls: Readonly<Record<string, ContestedCall>> = {
  'Conta_extratos/importar': {
    prepare: async ({ next }) => ({
      arquivos: dataUrl(
        statementOf([{ day: '2026-11-05', value: -1, memo: 'LINHA', fitid: 'a' }], { account: `conta${next()}` }),
      ),
    }),
    done: async ({ rows }, { arquivos }) => {
      const [, account] = /<ACCTID>(\w+)/.exec(Buffer.from(String(arquivos).split(',')[1] ?? '', 'base64').toString()) ?? []
      return numberOf(
        await rows(
          'SELECT count(*) AS n FROM "Conta_extratos" e JOIN "Conta_bancos" b ON b."lojaId" = e."lojaId" AND b.id = e."bancoId" WHERE e."lojaId" = 1 AND b.identificacao LIKE $1',
          `%${account}`,
        ),
      )
    },
    namesNothing: true,
  },
  'Conta_extratos/aceitar': {
    prepare: async context => {
      const { id, contaId } = await lineAndBill(context)
      return { ids: [id], contaId }
    },
    late,
    done: settled,
  },
  'Conta_extratos/conciliar': { prepare: lineAndBill, late, done: settled },
  'Conta_extratos/dividir': {
    prepare: async context => {
      const { id, contaId } = await lineAndBill(context)
      const valor = numberOf(await context.rows('SELECT valor AS n FROM "Conta" WHERE id = $1', contaId))
      return { id, contas: [{ contaId, valor }] }
    },
    late,
    done: settled,
  },
  'Conta_extratos/lancar': {
    prepare: async context => ({ id: (await waitingLine(context)).id, ...(await words(context)) }),
    late,
    done: settled,
  },
  'Conta_extratos/vendas': {
    prepare: async context => ({ id: (await waitingLine(context)).id, moedaId: context.ours.currencies[0] }),
    late,
    done: settled,
  },
  'Conta_extratos/desfazer': {
    prepare: async context => {
      const { id } = await waitingLine(context)
      await context.rows(
        `UPDATE "Conta_extratos" SET situacao = 'CONCILIADO', fez = 'VENDAS', "moedaId" = $2 WHERE id = $1`,
        id,
        context.ours.currencies[0],
      )
      return { id }
    },
    late: 'bank.line-open',
    done: settled,
  },
  'Conta_extratos/propor': {
    prepare: async context => {
      const input = {}
      thought.set(input, (await waitingLine(context)).id)
      return input
    },
    done: async ({ rows }, input) =>
      numberOf(
        await rows('SELECT count(*) AS n FROM "Conta_extratos" WHERE id = $1 AND proposta IS NOT NULL', thought.get(input)),
      ),
    namesNothing: true,
  },
}
