import type { NoteAddress, NoteRecipient } from '../writing/noteDocument.ts'
import type { DeliveryPlace, PaidSale } from './sale.ts'

const digits = (text: string | null): string => (text ?? '').replace(/\D/g, '')

/** Names of cities are typed: without accents and case they are the same. */
const plain = (text: string | null): string =>
  (text ?? '')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .trim()
    .toUpperCase()

/**
 * To whom a sale was delivered, where all is known that a note of a delivery must say (rules 787 and 788): tax id and address, within the
 * store's state. Undefined where something is missing: the note is then that of a sale at the counter.
 */
export function deliveryRecipient({ cpf_cnpj, entregas = [] }: PaidSale, store: NoteAddress): NoteRecipient | undefined {
  for (const place of entregas) {
    const cnpj = cpf_cnpj ?? place.cpf_cnpj ?? undefined
    const endereco = addressOf(place, store)
    if (cnpj && endereco) return { cnpj, nome: place.nome ?? undefined, endereco }
  }
  return undefined
}

function addressOf(place: DeliveryPlace, store: NoteAddress): NoteAddress | undefined {
  const { logradouro, bairro, cidade } = place
  const uf = plain(place.uf)
  const sameCity = uf === store.uf && plain(cidade) === plain(store.cidade)
  // Orders know no municipal code: most go to the city of the store.
  const codigo_municipio = place.codigo_municipio ?? (sameCity ? store.codigo_municipio : undefined)
  if (!logradouro || !bairro || !cidade || uf !== store.uf || !codigo_municipio) return undefined
  const cep = digits(place.cep)
  return {
    logradouro,
    numero: place.numero ?? '',
    complemento: place.complemento ?? undefined,
    bairro,
    codigo_municipio,
    cidade,
    uf,
    cep: cep.length === 8 ? cep : undefined,
    telefone: place.telefone ?? undefined,
  }
}
