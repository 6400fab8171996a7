import { dayOf } from '../../../../base/dates.ts'
import { formatMessage } from '../../../../model/formatMessage.ts'
import type { Model } from '../../../../model/model.ts'
import { type Queries, type RowOf, requireStore, tableOf, type UnitOfWork } from '../../../../server/domain.ts'
import { readRegime, readTreatmentClasses } from '../readRegime.ts'
import type { Certainty } from './menuProduct.ts'
import { treatmentReason } from './proposalWords.ts'
import { proposeTreatments } from './proposeTreatments.ts'
import { readMenu, readSigns } from './readMenu.ts'

/** Exceptions come first. */
const priorities: Readonly<Record<Certainty, number>> = { DUVIDA: 0, PROVAVEL: 1, CERTA: 2 }

const ROWS = `jsonb_to_recordset($2::jsonb) u(produto bigint, nome text, grupo bigint, grupo_nome text, vendido boolean, proposta text, classe text,
  certeza text, motivo text, prioridade int)`

const CHANGE = `UPDATE "Produto_tratamentos" t SET produto_nome = u.nome, "grupoId" = u.grupo, grupo_nome = u.grupo_nome, vendido = u.vendido,
    proposta = u.proposta, classe = u.classe, certeza = u.certeza, motivo = u.motivo, prioridade = u.prioridade
  FROM ${ROWS} WHERE t."lojaId" = $1 AND t."produtoId" = u.produto
    AND (t.produto_nome, t."grupoId", t.grupo_nome, t.vendido, t.proposta, t.classe, t.certeza, t.motivo, t.prioridade)
      IS DISTINCT FROM (u.nome, u.grupo, u.grupo_nome, u.vendido, u.proposta, u.classe, u.certeza, u.motivo, u.prioridade)
  RETURNING t.id`

const ADD = `INSERT INTO "Produto_tratamentos" ("lojaId", "produtoId", produto_nome, "grupoId", grupo_nome, vendido, proposta, classe, certeza, motivo, prioridade, situacao)
  SELECT $1, u.produto, u.nome, u.grupo, u.grupo_nome, u.vendido, u.proposta, u.classe, u.certeza, u.motivo, u.prioridade, 'DECIDIR' FROM ${ROWS}
  ON CONFLICT DO NOTHING RETURNING id`

/** Rows of what is sold no more: products that went, or that became raw material. */
const DROP = `DELETE FROM "Produto_tratamentos" t WHERE t."lojaId" = $1 AND ($2::bigint[] IS NULL OR t."produtoId" = ANY($2))
  AND NOT EXISTS (SELECT FROM produtos p WHERE p."lojaId" = $1 AND p.id = t."produtoId" AND p.materia_prima_prod IS NOT TRUE) RETURNING t.id`

/** Where proposals are worked out. */
export interface MenuContext {
  readonly q: Queries
  readonly model: Model
  readonly lojaId: number
  readonly zone: string
}

/** Works the proposals of a store's products out anew and keeps them; gives the rows that changed. Nothing is decided by it. */
export async function keepTreatments(
  { q, model, lojaId, zone }: MenuContext,
  scope: readonly number[] | 'all',
  now = new Date(),
): Promise<string[]> {
  const day = dayOf(now.toISOString(), zone)
  const [{ asked, products }, signs, regime, classes] = await Promise.all([
    readMenu(q, lojaId, scope),
    readSigns(q, day),
    readRegime(q, lojaId, day),
    readTreatmentClasses(q, day),
  ])
  const proposals = proposeTreatments(products, signs, regime)
  const say = (code: string, params = {}): string => formatMessage(model, code, params)
  const rows = products.flatMap(product => {
    const proposal = proposals.get(product.id)
    if (!proposal) return []
    const { proposta, certeza } = proposal
    return [
      {
        ...{
          produto: product.id,
          nome: product.nome,
          grupo: product.grupoId,
          grupo_nome: product.grupo,
          vendido: product.vendido,
        },
        ...{ proposta, certeza, classe: classes.get(proposta) ?? null, prioridade: priorities[certeza] },
        motivo: treatmentReason(proposal, product, say).slice(0, 500),
      },
    ]
  })
  const proposed = new Set(products.flatMap(({ id, proposto }) => (proposto ? [id] : [])))
  const params = (isProposed: boolean) => [
    lojaId,
    JSON.stringify(rows.filter(({ produto }) => proposed.has(produto) === isProposed)),
  ]
  const run = async (isNeeded: boolean, text: string, values: readonly unknown[]) =>
    isNeeded ? (await q.query<RowOf<'Produto_tratamentos', 'id'>>(text, values)).rows : []
  const sold = new Set(products.map(({ id }) => id))
  const changed = [
    ...(await run(asked === null || asked.some(id => !sold.has(id)), DROP, [lojaId, asked])),
    ...(await run(proposed.size > 0, CHANGE, params(true))),
    ...(await run(products.length > proposed.size, ADD, params(false))),
  ]
  return changed.map(({ id }) => `${id}`)
}

/** The same within a deed, telling who looks at the list; gives how many changed. */
export async function keepTreatmentsIn(work: UnitOfWork): Promise<number> {
  const lojaId = requireStore(work.caller)
  const { q, model, caller } = work
  const { register } = tableOf(model, 'Produto_tratamentos')
  const changed = await keepTreatments({ q, model, lojaId, zone: caller.zone }, 'all')
  for (const id of changed) work.changes.push({ register, lojaId, id })
  return changed.length
}
