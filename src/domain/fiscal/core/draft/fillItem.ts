import type { InvoiceContext } from './draftHeader.ts'
import { type DraftRecord, isBlank } from './draftValues.ts'

/** The facts of a product and its tax for an item, by the item's names; the CFOP is that of inside the state and of beyond it. */
export type ProductFacts = DraftRecord & {
  readonly cfop_estadual?: unknown
  readonly cfop_federal?: unknown
  /** Its class where the buyer has a contract. */
  readonly classe_contrato?: unknown
}

/** Codes of goods: taken over wherever an item is silent. Taxes are taken over together, by items that name no CST. */
const codes = new Set(['codigo', 'descricao', 'unidade', 'ncmId', 'cestId', 'origem', 'cfop'])

/** Returns the facts that an item takes of its product in this operation. */
export function factsFor(
  { cfop_estadual, cfop_federal, classe_contrato, ...facts }: ProductFacts,
  context: InvoiceContext,
): DraftRecord {
  const local = context.uf === context.uf_destinatario
  const contracted = context.contrato && !isBlank(classe_contrato) ? { ibscbs_cclasstrib: classe_contrato } : {}
  return { ...facts, ...contracted, cfop: local || isBlank(cfop_federal) ? cfop_estadual : cfop_federal }
}

/**
 * Returns the values that an item lacks and its product has: codes, unit, CFOP and taxes. Typed values stay; those that an earlier product gave
 * (`given`) do not.
 */
export function fillOf(item: DraftRecord, facts: DraftRecord, given: DraftRecord = {}): DraftRecord {
  const open = (name: string): boolean => isBlank(item[name]) || (name in given && item[name] === given[name])
  const taxed = !open('icms_cst')
  return Object.fromEntries(
    Object.entries(facts).filter(
      ([name, value]) => open(name) && (!isBlank(value) || !isBlank(item[name])) && !(taxed && !codes.has(name)),
    ),
  )
}
