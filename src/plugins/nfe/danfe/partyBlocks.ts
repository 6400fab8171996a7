import { type DocumentElement, elementAt } from '../../../domain/fiscal/core/public.ts'
import type { DanfeBlock } from './danfe.ts'
import { firstOf, joined, phoneAt, postalCodeAt, printedDay, printedTime, saidAt, streetAt, taxIdAt, textBox } from './values.ts'

/** Lays out the recipient, or the sender of a note of entry. */
export function recipientBlock(info: DocumentElement): DanfeBlock {
  const dest = elementAt(info, 'dest')
  const place = elementAt(dest, 'enderDest')
  const moved = firstOf(info, 'ide/dhSaiEnt', 'ide/dSaiEnt')
  return {
    title: 'DESTINATÁRIO/REMETENTE',
    rows: [
      [
        textBox('NOME/RAZÃO SOCIAL', saidAt(dest, 'xNome'), 62),
        textBox('CNPJ/CPF', taxIdAt(dest), 22, 'center'),
        textBox('DATA DA EMISSÃO', printedDay(firstOf(info, 'ide/dhEmi', 'ide/dEmi')), 16, 'center'),
      ],
      [
        textBox('ENDEREÇO', streetAt(place), 48),
        textBox('BAIRRO/DISTRITO', saidAt(place, 'xBairro'), 24),
        textBox('CEP', postalCodeAt(place, 'CEP'), 12, 'center'),
        textBox('DATA DA SAÍDA/ENTRADA', printedDay(moved), 16, 'center'),
      ],
      [
        textBox('MUNICÍPIO', townOf(place), 40),
        textBox('UF', saidAt(place, 'UF'), 6, 'center'),
        textBox('FONE/FAX', phoneAt(place, 'fone'), 18, 'center'),
        textBox('INSCRIÇÃO ESTADUAL', saidAt(dest, 'IE'), 20, 'center'),
        textBox('HORA DA SAÍDA/ENTRADA', printedTime(moved) || saidAt(info, 'ide/hSaiEnt'), 16, 'center'),
      ],
    ],
  }
}

/** Another country stands beside its town. */
const townOf = (place: DocumentElement | undefined): string =>
  joined(' - ', saidAt(place, 'xMun'), saidAt(place, 'UF') === 'EX' ? saidAt(place, 'xPais') : '')

/** Where goods are fetched or brought to, if that is not where the parties are. */
export function placeBlocks(info: DocumentElement): DanfeBlock[] {
  const places = [
    ['retirada', 'INFORMAÇÕES DO LOCAL DE RETIRADA'],
    ['entrega', 'INFORMAÇÕES DO LOCAL DE ENTREGA'],
  ] as const
  return places.flatMap(([name, title]) => {
    const place = elementAt(info, name)
    return place ? [{ title, rows: placeRows(place) }] : []
  })
}

const placeRows = (place: DocumentElement): DanfeBlock['rows'] => [
  [
    textBox('NOME/RAZÃO SOCIAL', saidAt(place, 'xNome'), 58),
    textBox('CNPJ/CPF', taxIdAt(place), 22, 'center'),
    textBox('INSCRIÇÃO ESTADUAL', saidAt(place, 'IE'), 20, 'center'),
  ],
  [
    textBox('ENDEREÇO', streetAt(place), 36),
    textBox('BAIRRO/DISTRITO', saidAt(place, 'xBairro'), 20),
    textBox('MUNICÍPIO', townOf(place), 20),
    textBox('UF', saidAt(place, 'UF'), 5, 'center'),
    textBox('CEP', postalCodeAt(place, 'CEP'), 9, 'center'),
    textBox('FONE/FAX', phoneAt(place, 'fone'), 14, 'center'),
  ],
]
