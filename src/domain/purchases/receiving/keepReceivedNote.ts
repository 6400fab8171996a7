import { holdStore, nextVersion, type Queries, type RowOf } from '../../../server/domain.ts'
import type { NoteDoubt, ReceivedNote } from '../../fiscal/public.ts'
import { proposeItems, proposeNote } from './proposeItems.ts'

/** The record of a note that was received. */
export interface KeptNote {
  readonly id: number
  /** Whether it was there already, whole: then nothing was changed. */
  readonly stood: boolean
  /** Whether it took the place of a doubtful one of the same key. */
  readonly replaced?: boolean
}

/** A note, and why it may be another than the one that was issued. */
export interface BroughtNote {
  readonly note: ReceivedNote
  readonly doubt?: NoteDoubt | undefined
}

/**
 * Keeps an authorised note, once for each key: with its items, each tied to the product that its codes or its name tell, and the
 * instalments that it asks for. A note of which only a summary was known becomes whole, and one of which it is doubtful whether anybody issued it gives way
 * to one that is proved, as long as it was not entered. The store is held meanwhile: of two who bring
 * the same note one waits, and finds it.
 */
export async function keepReceivedNote(
  q: Queries,
  lojaId: number,
  { note, doubt }: BroughtNote,
  xmlUrl: (id: number) => string,
): Promise<KeptNote> {
  await holdStore(q, lojaId)
  const { rows: standing } = await q.query<RowOf<'nfes', 'id'> & { whole: boolean; doubtful: boolean; entered: boolean }>(
    `SELECT id, "xmlUrl" IS NOT NULL AS whole, autenticidade IS NOT NULL AS doubtful, coalesce(entrada, false) AS entered FROM nfes WHERE "lojaId" = $1 AND "chNFe" = $2 ORDER BY id LIMIT 1 FOR UPDATE`,
    [lojaId, note.chNFe],
  )
  const [before] = standing
  const replaced = before?.whole === true && before.doubtful && !before.entered && doubt === undefined
  if (before?.whole && !replaced) return { id: Number(before.id), stood: true }
  const id = before ? Number(before.id) : await insertNote(q, lojaId, note)
  if (replaced) await removeContents(q, lojaId, id)
  await q.query(
    `UPDATE nfes SET "xmlUrl" = $3, "xNome" = $4, "CNPJ" = $5, "vNF" = $6, "cStat" = $7, "xMotivo" = $8, sem_pagamento = $9,
       ambiente = $13, "dhEmi" = CASE WHEN $11 THEN $12::timestamptz ELSE "dhEmi" END, autenticidade = $10, aceita_em = NULL, aceita_por = NULL, aceita_motivo = NULL,
       ${nextVersion()} WHERE "lojaId" = $1 AND id = $2`,
    [
      lojaId,
      id,
      xmlUrl(id),
      note.xNome,
      note.CNPJ,
      note.vNF,
      note.cStat,
      note.xMotivo,
      note.sem_pagamento,
      doubt ?? null,
      replaced,
      note.dhEmi,
      note.ambiente,
    ],
  )
  await q.query('UPDATE nfes SET valor_fatura = $3 WHERE "lojaId" = $1 AND id = $2', [lojaId, id, note.valor_fatura])
  await proposeNote(q, lojaId, id, note.CNPJ)
  await insertItems(q, lojaId, id, note)
  await insertInstalments(q, lojaId, id, note)
  await insertDifferences(q, lojaId, id, note)
  return { id, stood: false, replaced }
}

/** Removes the contents of a note that another one replaces. */
async function removeContents(q: Queries, lojaId: number, id: number): Promise<void> {
  for (const table of ['nfes_itens', 'nfes_pagamentos', 'nfes_diferencas'])
    await q.query(`DELETE FROM ${table} WHERE "lojaId" = $1 AND "nfesId" = $2`, [lojaId, id])
}

async function insertNote(q: Queries, lojaId: number, note: ReceivedNote): Promise<number> {
  const { rows } = await q.query<RowOf<'nfes', 'id'>>(
    `INSERT INTO nfes ("lojaId", "chNFe", "xNome", "CNPJ", "vNF", "dhEmi", "tpNF") VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [lojaId, note.chNFe, note.xNome, note.CNPJ, note.vNF, note.dhEmi, note.tpNF],
  )
  return Number(rows[0]?.id)
}

async function insertItems(q: Queries, lojaId: number, id: number, note: ReceivedNote): Promise<void> {
  const rows = await proposeItems(q, lojaId, note)
  // Computed fields are computed here as a save would: stock and cost of one unit.
  await q.query(
    `INSERT INTO nfes_itens ("lojaId", "nfesId", ${itemColumns.map(([name]) => `"${name}"`).join(', ')}, estoque, custo)
     SELECT $1, $2, ${itemColumns.map(([name]) => `i."${name}"`).join(', ')}, round(i."qCom" * i.fator, 4),
       CASE WHEN i."qCom" * i.fator = 0 THEN 0 ELSE ceil(i.valor_custo / (i."qCom" * i.fator) * 10000) / 10000 END
     FROM jsonb_to_recordset($3::jsonb) i(${itemColumns.map(([name, type]) => `"${name}" ${type}`).join(', ')}) ORDER BY i."nItem"`,
    [lojaId, id, JSON.stringify(rows)],
  )
}

const texts = [
  'xProd',
  'cProd',
  'cEAN',
  'cEANTrib',
  'NCM',
  'CEST',
  'uCom',
  'uTrib',
  'fator_de',
  'CFOP',
  'CST',
  'CSTPIS',
  'CSTCOFINS',
]
const codesOfEntry = ['CFOP_entrada', 'CST_entrada', 'CSTPIS_entrada', 'CSTCOFINS_entrada']
const amounts = ['qCom', 'qTrib', 'vProdTotal', 'valor_custo', 'fator', 'venda']

const itemColumns: readonly (readonly [name: string, type: string])[] = [
  ['nItem', 'bigint'],
  ['produtoId', 'bigint'],
  ...[...texts, ...codesOfEntry].map(name => [name, 'text'] as const),
  ...amounts.map(name => [name, 'numeric'] as const),
]

async function insertInstalments(q: Queries, lojaId: number, id: number, { pagamentos }: ReceivedNote): Promise<void> {
  if (pagamentos.length === 0) return
  await q.query(
    `INSERT INTO nfes_pagamentos ("lojaId", "nfesId", parcela, vencimento, valor)
     SELECT $1, $2, p.parcela, p.vencimento, p.valor FROM unnest($3::date[], $4::numeric[]) WITH ORDINALITY p(vencimento, valor, parcela)`,
    [lojaId, id, pagamentos.map(({ vencimento }) => vencimento), pagamentos.map(({ valor }) => valor)],
  )
}

async function insertDifferences(q: Queries, lojaId: number, id: number, { diferencas }: ReceivedNote): Promise<void> {
  if (diferencas.length === 0) return
  await q.query(
    `INSERT INTO nfes_diferencas ("lojaId", "nfesId", campo, nota, calculado)
     SELECT $1, $2, d.campo, d.nota, d.calculado FROM jsonb_to_recordset($3::jsonb) d(campo text, nota text, calculado text)`,
    [lojaId, id, JSON.stringify(diferencas)],
  )
}
