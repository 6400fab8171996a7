import type { NoteIssuer, NoteRecipient } from '../writing/noteDocument.ts'
import { SaleProblem, type SaleStore } from './sale.ts'

/** The fields that a note needs of the store that issues it, with their names. */
const needed: readonly (readonly [keyof SaleStore, string])[] = [
  ['cnpj', 'CNPJ'],
  ['razao_social', 'razão social'],
  ['inscricao_estadual', 'inscrição estadual'],
  ['logradouro', 'logradouro'],
  ['bairro', 'bairro'],
  ['cidade', 'cidade'],
  ['uf', 'UF'],
  ['codigo_municipio', 'código do município'],
  ['cep', 'CEP'],
]

/** Returns the issuer. @throws SaleProblem where the store's record lacks something */
export function issuerOf(store: SaleStore): NoteIssuer {
  const missing = needed.filter(([name]) => !store[name]).map(([, title]) => title)
  if (missing.length > 0) throw new SaleProblem('nfce.store-incomplete', { fields: missing.join(', ') })
  return {
    cnpj: store.cnpj ?? '',
    razao_social: store.razao_social ?? '',
    nome_fantasia: store.nome_fantasia ?? undefined,
    inscricao_estadual: store.inscricao_estadual ?? undefined,
    endereco: {
      logradouro: store.logradouro ?? '',
      numero: store.numero ?? '',
      bairro: store.bairro ?? '',
      codigo_municipio: store.codigo_municipio ?? '',
      cidade: store.cidade ?? '',
      uf: store.uf ?? '',
      cep: store.cep ?? undefined,
      telefone: store.telefone ?? undefined,
    },
  }
}

/** The consumer, where the sale has their number. */
export const recipientOf = (taxId: string | null): NoteRecipient | undefined => (taxId ? { cnpj: taxId } : undefined)
