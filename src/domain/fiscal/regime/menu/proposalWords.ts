import type { Translate } from '../../../../model/formatMessage.ts'
import type { MenuProduct, TreatmentProposal, Why } from './menuProduct.ts'

/** The reasons of a proposal in one sentence: `Tem ficha técnica, mas o NCM 22021000 é de “Refrigerantes”, que costuma ser revenda`. */
export function treatmentReason({ motivos }: TreatmentProposal, product: MenuProduct, say: Translate): string {
  // Two words of a group's name are one reason.
  const text = [...new Set(motivos.map(why => sayWhy(why, product, say)))].join(', ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function sayWhy({ code, params = {} }: Why, product: MenuProduct, say: Translate): string {
  const named = (treatment: string): string => say(`menu-law.name-${treatment.toLowerCase()}`)
  const about = (product.ncmNome ?? '').slice(0, 60)
  if (params.kinds !== undefined) return say(code, { parts: params.kinds.split(',').map(named).join(' e ') })
  if (params.sign !== undefined && params.treatment !== undefined) {
    const sign = say(`menu-law.why-${params.sign.toLowerCase().replaceAll('_', '-')}`, { ...params, about })
    return say(code, { signs: sign, treatment: named(params.treatment) })
  }
  return say(code, { ...params, about })
}
