import type { ContestedCall, Ground } from './contestedCalls.ts'

const idOf = (rows: readonly Record<string, unknown>[]): number => Number(rows[0]?.id)
const numberOf = (rows: readonly Record<string, unknown>[]): number => Number(rows[0]?.n)

/** A supplier's note of one item, ready to be entered. */
async function receivedNote({ ours, rows, next }: Ground): Promise<number> {
  const key = `${next()}`.padStart(44, '3')
  const id = idOf(
    await rows(
      `INSERT INTO nfes ("lojaId", "chNFe", "xNome", "CNPJ", "vNF", "dhEmi", "xmlUrl", sem_pagamento)
       VALUES ($1, $2, 'Fornecedor', '11222333000181', 30, now(), '/nota', true) RETURNING id`,
      ours.store,
      key,
    ),
  )
  await rows(
    `INSERT INTO nfes_itens ("lojaId", "nfesId", "nItem", "xProd", "cProd", "qCom", "vProdTotal", valor_custo, fator, venda, "produtoId")
     VALUES ($1, $2, 1, 'Mercadoria', 'M1', 3, 30, 30, 1, 12, $3)`,
    ours.store,
    id,
    ours.products[0],
  )
  return id
}

const entries = async ({ rows }: Ground, id: unknown): Promise<number> =>
  numberOf(await rows(`SELECT count(*) AS n FROM estoque.lancamentos WHERE origem = 'nfes' AND "origemId" = $1`, id))

/** A month of which the store has a document; each time another one. */
async function filedMonth({ ours, rows, next }: Ground): Promise<string> {
  const count = next() % 960
  const month = `20${`${Math.floor(count / 12) + 10}`}-${`${(count % 12) + 1}`.padStart(2, '0')}`
  await rows(
    `INSERT INTO nfes ("lojaId", "chNFe", "xNome", "vNF", "dhEmi") VALUES ($1, $2, 'Distribuidora', 10, $3::timestamptz)`,
    ours.store,
    `35${month.slice(2, 4)}${month.slice(5)}11222333000181550010000000011123409870`,
    `${month}-15T12:00:00Z`,
  )
  return month
}

/** The record of a month that is over. */
async function filedRecord(ground: Ground, closed: string | null): Promise<number> {
  const { ours, rows, next } = ground
  return idOf(
    await rows(
      'INSERT INTO "Contador_arquivo" ("lojaId", "anoMesReferencia", fechado_em) VALUES ($1, $2, $3) RETURNING id',
      ours.store,
      `20${`${next() % 25}`.padStart(2, '0')}-${`${(next() % 12) + 1}`.padStart(2, '0')}`,
      closed,
    ),
  )
}

const mails = async ({ rows }: Ground): Promise<number> =>
  numberOf(await rows(`SELECT count(*) AS n FROM system.queue WHERE queue = 'mail'`))

/** How many mails waited before a call. */
const before = new WeakMap<object, number>()

/** A paid sale with an authorised consumer's note. */
async function toldSale({ ours, rows, next }: Ground): Promise<{ movimentoId: number; destinatarioId: number }> {
  const movimentoId = idOf(
    await rows(
      `INSERT INTO "Movimentos" ("lojaId", "equipamentoId", chave, "tipoMovimentoId", canal_venda, tipo_venda, recebido_em, valor_final)
       VALUES ($1, $2, $3, 1, 'LOJA', 'BALCAO', now(), 30) RETURNING id`,
      ours.store,
      ours.equipment[0],
      `nota-${next()}`,
    ),
  )
  await rows(
    `INSERT INTO "Movimentos_produtos" ("lojaId", "MovimentosId", "produtoId", descricao, qtd, valor_unitario, valor_bruto, valor_final, ordem)
     VALUES ($1, $2, $3, 'Mercadoria', 2, 15, 30, 30, 1)`,
    ours.store,
    movimentoId,
    ours.products[0],
  )
  await rows(
    `INSERT INTO "NFCes" ("lojaId", "movimentoId", serie, "nNF", "chNFe", "dhEmi", situacao) VALUES ($1, $2, 1, $3, $4, now(), 'AUTORIZADA')`,
    ours.store,
    movimentoId,
    next() % 900000000,
    `${next()}`.padStart(44, '3'),
  )
  return { movimentoId, destinatarioId: Number(ours.partners[0]) }
}

const invoicesOf = async ({ rows }: Ground, movimentoId: unknown): Promise<number> =>
  numberOf(await rows(`SELECT count(*) AS n FROM "NFe_emissaos" WHERE "movimentoId" = $1`, movimentoId))

/** Writing calls about suppliers' notes, about notes made of sales, and about the accountant's files. */
export const contestedFiscalCalls: Readonly<Record<string, ContestedCall>> = {
  // Who is late gets the draft that is there.
  'NFe_emissaos/deVenda': {
    prepare: toldSale,
    done: (ground, { movimentoId }) => invoicesOf(ground, movimentoId),
  },
  'NFe_emissaos/devolucao': {
    prepare: toldSale,
    late: 'nfe.nothing-returned',
    done: (ground, { movimentoId }) => invoicesOf(ground, movimentoId),
  },
  'nfes/entrada': {
    prepare: async ground => ({ id: await receivedNote(ground) }),
    late: 'received.entered-already',
    done: (ground, { id }) => entries(ground, id),
  },
  'nfes/aceitar': {
    async prepare(ground) {
      const id = await receivedNote(ground)
      await ground.rows(`UPDATE nfes SET autenticidade = 'SEM_ASSINATURA' WHERE id = $1`, id)
      return { id, motivo: 'Conferi por telefone com o fornecedor' }
    },
    late: 'received.not-doubtful',
    done: async ({ rows }, { id }) =>
      numberOf(
        await rows(
          `SELECT count(*) AS n FROM user_logs WHERE recurso = 'nfes' AND "recursoId" = $1 AND depois::jsonb ? 'aceita_em'`,
          String(id),
        ),
      ),
  },
  'nfes/cancelarEntrada': {
    async prepare(ground) {
      const id = await receivedNote(ground)
      await ground.post('nfes/entrada', { id })
      return { nfeId: id }
    },
    late: 'received.not-entered',
    done: async ({ rows }, { nfeId }) =>
      numberOf(
        await rows(
          `SELECT count(*) AS n FROM user_logs WHERE recurso = 'nfes' AND "recursoId" = $1 AND depois::jsonb ->> 'entrada' = 'false'`,
          String(nfeId),
        ),
      ),
  },
  'Contador_arquivo/gera': {
    prepare: async ground => ({ anoMesReferencia: await filedMonth(ground) }),
    late: 'accountant.month-there',
    done: async ({ rows }, { anoMesReferencia }) =>
      numberOf(await rows('SELECT count(*) AS n FROM "Contador_arquivo" WHERE "anoMesReferencia" = $1', anoMesReferencia)),
  },
  'Contador_arquivo/fechar': {
    prepare: async ground => ({ arquivoId: await filedRecord(ground, null) }),
    late: 'accountant.closed-already',
    done: async ({ rows }, { arquivoId }) =>
      numberOf(await rows('SELECT count(*) AS n FROM "Contador_arquivo" WHERE id = $1 AND fechado_em IS NOT NULL', arquivoId)),
  },
  'Contador_arquivo/reabrir': {
    prepare: async ground => ({ arquivoId: await filedRecord(ground, '2026-10-01T12:00:00Z') }),
    late: 'accountant.not-closed',
    done: async ({ rows }, { arquivoId }) =>
      numberOf(await rows('SELECT count(*) AS n FROM "Contador_arquivo" WHERE id = $1 AND fechado_em IS NULL', arquivoId)),
  },
  // Whoever sends it again means it: the first mail may be lost, or its address was wrong.
  'Contador_arquivo/sendEmail': {
    async prepare(ground) {
      const { ours, rows } = ground
      await rows(`UPDATE lojas SET email_contador = 'fiscal@contas.br' WHERE id = $1`, ours.store)
      const made = await rows(
        'INSERT INTO "Contador_arquivo" ("lojaId", "anoMesReferencia") VALUES ($1, $2) RETURNING id',
        ours.store,
        await filedMonth(ground),
      )
      const input = { arquivoId: idOf(made) }
      before.set(input, await mails(ground))
      return input
    },
    each: true,
    done: async (ground, input) => (await mails(ground)) - (before.get(input) ?? 0),
  },
}
