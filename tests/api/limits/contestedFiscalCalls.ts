import type { ContestContext, ContestedCall } from './contestedCalls.ts'

const idOf = (rows: readonly Record<string, unknown>[]): number => Number(rows[0]?.id)
const numberOf = (rows: readonly Record<string, unknown>[]): number => Number(rows[0]?.n)

/** A supplier's note of one item, ready to be entered; without a product, its item is of none yet. */
async function receivedNote(
  { ours, rows, next }: ContestContext,
  productId: number | null = ours.products[0] ?? null,
): Promise<{ id: number; item: number }> {
  const key = `${next()}`.padStart(44, '3')
  const id = idOf(
    await rows(
      `INSERT INTO nfes ("lojaId", "chNFe", "xNome", "CNPJ", "vNF", "dhEmi", "xmlUrl", sem_pagamento)
       VALUES ($1, $2, 'Fornecedor', '11222333000181', 30, now(), '/nota', true) RETURNING id`,
      ours.store,
      key,
    ),
  )
  const item = idOf(
    await rows(
      `INSERT INTO nfes_itens ("lojaId", "nfesId", "nItem", "xProd", "cProd", "qCom", "vProdTotal", valor_custo, fator, venda, "produtoId")
       VALUES ($1, $2, 1, 'Mercadoria', 'M1', 3, 30, 30, 1, 12, $3) RETURNING id`,
      ours.store,
      id,
      productId,
    ),
  )
  return { id, item }
}

/** A product for which resale is proposed. */
async function proposedTreatment({ ours, rows, next }: ContestContext): Promise<number> {
  const code = 900_000 + next()
  const product = idOf(
    await rows(
      `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, stt_prod) VALUES ($1, $2, 'Lata', true) RETURNING id`,
      ours.store,
      code,
    ),
  )
  return idOf(
    await rows(
      `INSERT INTO "Produto_tratamentos" ("lojaId", "produtoId", proposta, certeza, motivo) VALUES ($1, $2, 'REVENDA', 'CERTA', 'Teste') RETURNING id`,
      ours.store,
      product,
    ),
  )
}

/** The note of an item. */
const noteWith = ({ rows }: ContestContext, { itens }: Record<string, unknown>): Promise<Record<string, unknown>[]> =>
  rows('SELECT n.* FROM nfes n JOIN nfes_itens i ON i."nfesId" = n.id WHERE i.id = $1', (itens as { id: number }[])[0]?.id)

/** Returns the input of a call about a product that is new with an item. */
async function newProduct(context: ContestContext): Promise<Record<string, unknown>> {
  const { ours, rows, next } = context
  const { item } = await receivedNote(context, null)
  const nome = `Novo ${next()}`
  const of = async (columns: string, values: string): Promise<number> =>
    idOf(await rows(`INSERT INTO ${columns} VALUES (${values}) RETURNING id`, ours.store, nome))
  await rows(`INSERT INTO ncms (id, descricao, tipo) VALUES ('22021000', 'Águas', 0) ON CONFLICT DO NOTHING`)
  return {
    id: item,
    nome,
    ncmId: '22021000',
    grupoId: ours.groups[0],
    unidadeId: await of('unidades ("lojaId", nome)', '$1, $2'),
    impostoId: await of(
      'impostos ("lojaId", nome, icms_cst, pis_cst, cofins_cst, cfop_estadual)',
      `$1, $2, '102', '49', '49', '5102'`,
    ),
    fator: 1,
    venda: 15,
  }
}

const entries = async ({ rows }: ContestContext, id: unknown): Promise<number> =>
  numberOf(await rows(`SELECT count(*) AS n FROM estoque.lancamentos WHERE origem = 'nfes' AND "origemId" = $1`, id))

/** A month that is over, each time another one: a store has one record of a month. */
let months = 0
const anotherMonth = (): string => {
  const count = months++
  return `${2000 + Math.floor(count / 12)}-${`${(count % 12) + 1}`.padStart(2, '0')}`
}

/** A month of which the store has a document. */
async function filedMonth({ ours, rows }: ContestContext): Promise<string> {
  const month = anotherMonth()
  await rows(
    `INSERT INTO nfes ("lojaId", "chNFe", "xNome", "vNF", "dhEmi") VALUES ($1, $2, 'Distribuidora', 10, $3::timestamptz)`,
    ours.store,
    `35${month.slice(2, 4)}${month.slice(5)}11222333000181550010000000011123409870`,
    `${month}-15T12:00:00Z`,
  )
  return month
}

/** The record of a month. */
const filedRecord = async ({ ours, rows }: ContestContext, closed: string | null, month = anotherMonth()): Promise<number> =>
  idOf(
    await rows(
      'INSERT INTO "Contador_arquivo" ("lojaId", "anoMesReferencia", fechado_em) VALUES ($1, $2, $3) RETURNING id',
      ours.store,
      month,
      closed,
    ),
  )

const mails = async ({ rows }: ContestContext): Promise<number> =>
  numberOf(await rows(`SELECT count(*) AS n FROM system.queue WHERE queue = 'mail'`))

/** How many mails waited before a call. */
const before = new WeakMap<object, number>()

/** A paid sale with an authorised consumer's note. */
async function toldSale({ ours, rows, next }: ContestContext): Promise<{ movimentoId: number; destinatarioId: number }> {
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

const invoicesOf = async ({ rows }: ContestContext, movimentoId: unknown): Promise<number> =>
  numberOf(await rows(`SELECT count(*) AS n FROM "NFe_emissaos" WHERE "movimentoId" = $1`, movimentoId))

/** Writing calls about suppliers' notes, about notes made of sales, and about the accountant's files. */
export const contestedFiscalCalls: Readonly<Record<string, ContestedCall>> = {
  // The later caller gets the draft that is there.
  'NFe_emissaos/deVenda': {
    prepare: toldSale,
    done: (context, { movimentoId }) => invoicesOf(context, movimentoId),
  },
  'NFe_emissaos/devolucao': {
    prepare: toldSale,
    late: 'nfe.nothing-returned',
    done: (context, { movimentoId }) => invoicesOf(context, movimentoId),
  },
  'nfes/entrada': {
    prepare: async context => ({ id: (await receivedNote(context)).id }),
    late: 'received.entered-already',
    done: (context, { id }) => entries(context, id),
  },
  'nfes/aceitar': {
    async prepare(context) {
      const { id } = await receivedNote(context)
      await context.rows(`UPDATE nfes SET autenticidade = 'SEM_ASSINATURA' WHERE id = $1`, id)
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
    async prepare(context) {
      const { id } = await receivedNote(context)
      await context.post('nfes/entrada', { id })
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
  // Of two who correct what they saw, the second did not see what the first made of it.
  'nfes/corrigirEntrada': {
    async prepare(context) {
      const { id, item } = await receivedNote(context)
      const entered = await context.post('nfes/entrada', { id })
      return { id, version: (entered.body as { version: number }).version, itens: [{ id: item, fator: 6 }] }
    },
    late: 'received.changed-meanwhile',
    done: async ({ rows }, { id }) =>
      numberOf(
        await rows(
          `SELECT count(*) AS n FROM user_logs WHERE recurso = 'nfes' AND "recursoId" = $1 AND depois::jsonb #>> '{itens,0,fator}' = '6'`,
          String(id),
        ),
      ),
  },
  'nfes/cadastrarProdutos': {
    prepare: async context => ({ itens: [await newProduct(context)] }),
    late: 'received.product-chosen',
    done: async ({ rows }, { itens }) =>
      numberOf(await rows('SELECT count(*) AS n FROM produtos WHERE desc_prod = $1', (itens as { nome: string }[])[0]?.nome)),
  },
  // Prices that are said again are the same; the note tells whoever has it open that they were.
  'nfes/precos': {
    prepare: async context => ({ itens: [{ id: (await receivedNote(context)).item, venda: 19.9 }] }),
    each: true,
    done: async (context, input) => Number((await noteWith(context, input))[0]?.version) - 1,
  },
  'Contador_arquivo/gera': {
    prepare: async context => ({ anoMesReferencia: await filedMonth(context) }),
    late: 'accountant.month-there',
    done: async ({ rows }, { anoMesReferencia }) =>
      numberOf(await rows('SELECT count(*) AS n FROM "Contador_arquivo" WHERE "anoMesReferencia" = $1', anoMesReferencia)),
  },
  'Contador_arquivo/fechar': {
    prepare: async context => ({ arquivoId: await filedRecord(context, null) }),
    late: 'accountant.closed-already',
    done: async ({ rows }, { arquivoId }) =>
      numberOf(await rows('SELECT count(*) AS n FROM "Contador_arquivo" WHERE id = $1 AND fechado_em IS NOT NULL', arquivoId)),
  },
  'Contador_arquivo/reabrir': {
    prepare: async context => ({ arquivoId: await filedRecord(context, '2026-10-01T12:00:00Z') }),
    late: 'accountant.not-closed',
    done: async ({ rows }, { arquivoId }) =>
      numberOf(await rows('SELECT count(*) AS n FROM "Contador_arquivo" WHERE id = $1 AND fechado_em IS NULL', arquivoId)),
  },
  // A repeated call is meant: the first mail may be lost, or its address was wrong.
  'Contador_arquivo/sendEmail': {
    async prepare(context) {
      const { ours, rows } = context
      await rows(`UPDATE lojas SET email_contador = 'fiscal@contas.br' WHERE id = $1`, ours.store)
      const input = { arquivoId: await filedRecord(context, null, await filedMonth(context)) }
      before.set(input, await mails(context))
      return input
    },
    each: true,
    done: async (context, input) => (await mails(context)) - (before.get(input) ?? 0),
  },
  'Produto_tratamentos/aceitar': {
    prepare: async context => ({ ids: [await proposedTreatment(context)] }),
    late: 'menu-law.none-to-accept',
    done: async ({ rows }, { ids }) =>
      numberOf(await rows(`SELECT count(*) AS n FROM "Produto_tratamentos" WHERE id = ANY($1) AND tratamento = 'REVENDA'`, ids)),
  },
  'Produto_tratamentos/propor': {
    async prepare(context) {
      const input = {}
      before.set(input, await proposedTreatment(context))
      return input
    },
    done: async ({ rows }, input) =>
      numberOf(
        await rows(
          'SELECT count(*) AS n FROM "Produto_tratamentos" t JOIN "Produto_tratamentos" o USING ("lojaId", "produtoId") WHERE o.id = $1 AND t.motivo IS NOT NULL',
          before.get(input),
        ),
      ),
    namesNothing: true,
  },
}
