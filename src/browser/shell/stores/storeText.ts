import type { StoreCard } from '../../../api/session.ts'
import { value as taxId } from '../../../kinds/taxId/value.ts'

/** CNPJ or CPF with its marks; '' when the store has none. */
export const storeTaxId = (store: StoreCard): string => taxId.format(store.cnpj ?? null, { kind: 'taxId', required: false })

/** One or two letters for a store without a photo. */
export const storeInitials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(word => /^[\p{L}\d]/u.test(word) && word.length > 2)
    .slice(0, 2)
    .map(word => word.charAt(0).toLocaleUpperCase('pt-BR'))
    .join('') || name.charAt(0).toLocaleUpperCase('pt-BR')
