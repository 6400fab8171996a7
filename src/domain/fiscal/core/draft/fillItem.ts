import { enabledIcmsFields } from '../calculation/enabledFields.ts'
import { isForeignOrigin } from '../calculation/taxLaw.ts'
import { exportCst, type InvoiceContext, isAbroad } from './draftHeader.ts'
import { type DraftRecord, draftText, isBlank, numberIn } from './draftValues.ts'

/** The facts of a product and its tax for an item, by the item's names; the CFOP is that of inside the state, of beyond it and of exports. */
export type ProductFacts = DraftRecord & {
  readonly cfop_estadual?: unknown
  readonly cfop_federal?: unknown
  readonly cfop_exterior?: unknown
  /** Its class where it leaves the country, by the law of the day. */
  readonly classe_exterior?: unknown
  /** Its class where the buyer has a contract. */
  readonly classe_contrato?: unknown
}

/** Codes of goods: taken over wherever an item is silent. Taxes are taken over together, by items that name no CST. */
const codes = new Set(['codigo', 'descricao', 'unidade', 'ncmId', 'cestId', 'origem', 'cfop'])

/** Returns the facts that an item takes of its product in this operation. */
export function factsFor(
  { cfop_estadual, cfop_federal, cfop_exterior, classe_contrato, classe_exterior, ...facts }: ProductFacts,
  context: InvoiceContext,
): DraftRecord {
  if (isAbroad(context))
    return { ...facts, ...exported(context, classe_exterior || facts.ibscbs_cclasstrib), cfop: cfop_exterior }
  const local = context.uf === context.uf_destinatario
  const contracted = context.contrato && !isBlank(classe_contrato) ? { ibscbs_cclasstrib: classe_contrato } : {}
  return {
    ...facts,
    ...contracted,
    ...(local ? {} : betweenStates(facts, context)),
    cfop: local || isBlank(cfop_federal) ? cfop_estadual : cfop_federal,
  }
}

/** A profile's rate is that of its own state: between two it is at most the rate between these (Constituição, art. 155, § 2, VII). */
export function betweenStates(facts: DraftRecord, { icms_interestadual, icms_importados }: InvoiceContext): DraftRecord {
  const most = isForeignOrigin(draftText(facts.origem)) ? icms_importados : icms_interestadual
  const isAbove = typeof most === 'number' && enabledIcmsFields(draftText(facts.icms_cst)).icms && numberIn(facts.icms_alq) > most
  return isAbove ? { icms_alq: most } : {}
}

/** Taxes of what leaves the country: none (Constituição, art. 149, 153, 155 and 156-A). */
function exported({ regime }: InvoiceContext, ibscbs_cclasstrib: unknown): DraftRecord {
  const rates = ['icms_alq', 'icms_red_bc', 'icms_st_mva', 'icms_st_alq', 'pis_alq', 'cofins_alq'] as const
  return {
    icms_cst: exportCst(regime),
    pis_cst: '08',
    cofins_cst: '08',
    ...Object.fromEntries(rates.map(name => [name, 0])),
    ipi_cst: null,
    ipi_alq: null,
    is_cclasstrib: null,
    ibscbs_cclasstrib,
  }
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
