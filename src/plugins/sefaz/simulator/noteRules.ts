import { lawPlaceOfNote, noteDemands } from '../../../domain/fiscal/core/public.ts'
import { operationsOn, shippedLawOf, shippedOperations } from '../../../domain/fiscal/public.ts'
import { all, type Element, find, textAt } from './element.ts'
import { isCnpj, isCpf, isGtin, keyDigit, readKey } from './ids.ts'
import { type Verdict, verdict } from './reasons.ts'

/** The facts that a rule may know beside the note: when it arrived, where, and the demands of the environment. */
export interface Reception {
  /** Milliseconds since 1970 by the authority's clock. */
  readonly now: number
  readonly environment: '1' | '2'
  readonly asksReform: boolean
}

type Rule = (note: Element, at: Reception) => Verdict | undefined

const homologationItem = 'NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL'
const homologationRecipient = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL'

const minute = 60_000
const day = 24 * 60 * minute

const when = (wrong: boolean, code: string): Verdict | undefined => (wrong ? verdict(code) : undefined)
const ide = (note: Element, name: string): string => textAt(note, `ide/${name}`)
const isConsumerNote = (note: Element): boolean => ide(note, 'mod') === '65'

const keyIsItsFields: Rule = note => {
  const key = (note.attributes.Id ?? '').slice(3)
  const parts = readKey(key)
  if (!parts) return verdict('502')
  const issued = ide(note, 'dhEmi')
  const issuer = textAt(note, 'emit/CNPJ') || textAt(note, 'emit/CPF').padStart(14, '0')
  const written = [ide(note, 'cUF'), issued.slice(2, 4) + issued.slice(5, 7), issuer, ide(note, 'mod')]
    .concat([ide(note, 'serie').padStart(3, '0'), ide(note, 'nNF').padStart(9, '0'), ide(note, 'tpEmis'), ide(note, 'cNF')])
    .join('')
  if (written !== key.slice(0, 43)) return verdict('502')
  return when(keyDigit(key.slice(0, 43)) !== parts.digit || ide(note, 'cDV') !== parts.digit, '253')
}

const issuedInTime: Rule = (note, { now }) => {
  const issued = Date.parse(ide(note, 'dhEmi'))
  if (issued > now + 5 * minute) return verdict('703')
  if (issued < now - 30 * day) return verdict('228')
  return when(isConsumerNote(note) && ide(note, 'tpEmis') === '1' && issued < now - 5 * minute, '704')
}

const parties: Rule = note => {
  const issuer = textAt(note, 'emit/CNPJ')
  if (issuer && !isCnpj(issuer)) return verdict('207')
  const company = textAt(note, 'dest/CNPJ')
  const person = textAt(note, 'dest/CPF')
  if (company && !isCnpj(company)) return verdict('208')
  if (person && !isCpf(person)) return verdict('237')
  return when(
    find(note, 'dest') !== undefined &&
      textAt(note, 'dest/indIEDest') === '9' &&
      ide(note, 'indFinal') === '0' &&
      ide(note, 'idDest') !== '3',
    '696',
  )
}

const homologation: Rule = (note, { environment }) => {
  if (environment !== '2') return undefined
  if (isConsumerNote(note)) return when(textAt(all(note, 'det')[0], 'prod/xProd') !== homologationItem, '373')
  return when(find(note, 'dest') !== undefined && textAt(note, 'dest/xNome') !== homologationRecipient, '598')
}

const consumerNote: Rule = note => {
  if (!isConsumerNote(note)) return when(['4', '5'].includes(ide(note, 'tpImp')), '710')
  if (ide(note, 'idDest') !== '1') return verdict('707')
  if (find(note, 'ide/NFref')) return verdict('708')
  if (!['0', '4', '5'].includes(ide(note, 'tpImp'))) return verdict('709')
  if (ide(note, 'finNFe') !== '1') return verdict('715')
  if (ide(note, 'indFinal') !== '1') return verdict('716')
  if (!['1', '4', '5'].includes(ide(note, 'indPres'))) return verdict('717')
  if (ide(note, 'indPres') === '4' && !find(note, 'dest')) return verdict('787')
  if (ide(note, 'indPres') === '4' && !find(note, 'dest/enderDest')) return verdict('788')
  return when(!find(note, 'dest') && Number(textAt(note, 'total/ICMSTot/vNF')) > 10_000, '750')
}

/** The intermediary (NT 2020.006): asked of sales at a distance, never of those without a place or at a fair. */
const intermediary: Rule = note => {
  const told = ide(note, 'indIntermed')
  const present = ide(note, 'indPres')
  const sale = ide(note, 'tpNF') === '1' && ide(note, 'finNFe') === '1'
  if (sale && ['2', '3', '4', '9'].includes(present) && told === '') return verdict('434')
  if (told !== '' && ['0', '5'].includes(present)) return verdict('435')
  if (told === '1' && !find(note, 'infIntermed')) return verdict('438')
  return when(find(note, 'infIntermed') !== undefined && !isCnpj(textAt(note, 'infIntermed/CNPJ')), '440')
}

/** The law of the note's day, by the rules that the checker of files asks, too: the first that is broken. What no number is known of is 999. */
const law: Rule = (note, { asksReform }) => {
  const place = lawPlaceOfNote(note)
  const operations = operationsOn(shippedOperations(), place.issued ?? place.day)
  const [first] = noteDemands(note, { law: shippedLawOf(place), operations, strict: asksReform })
  if (!first) return undefined
  const where = first.item === undefined ? undefined : `nItem: ${first.item}`
  // Of the totals the item is told that lacks its own.
  if (first.code === '1004' && where) return verdict('1004', `vItem, ${where}`)
  return first.code ? verdict(first.code, where) : verdict('999', [where, first.path, first.rule].filter(Boolean).join(', '))
}

/** Bar codes of what is sold, and of the taxed unit. */
const items: Rule = note => {
  for (const det of all(note, 'det')) {
    for (const [name, code] of [
      ['cEAN', '611'],
      ['cEANTrib', '612'],
    ] as const) {
      const gtin = textAt(det, `prod/${name}`)
      if (gtin && gtin !== 'SEM GTIN' && !isGtin(gtin)) return verdict(code, `nItem: ${det.attributes.nItem}`)
    }
  }
  return undefined
}

const payments: Rule = note => {
  const unnamed = all(find(note, 'pag'), 'detPag').some(one => textAt(one, 'tPag') === '99' && !textAt(one, 'xPag'))
  return when(unnamed, '441')
}

/** The note that goods come back from stands at the note or at each item. */
const returned: Rule = note =>
  when(
    ide(note, 'finNFe') === '4' &&
      !find(note, 'ide/NFref') &&
      !all(note, 'det').every(det => find(det, 'DFeReferenciado/chaveAcesso')),
    '321',
  )

/** Rules of the document itself, in the order in which an authority asks them; the first that is broken is the answer. */
const rules: readonly Rule[] = [
  keyIsItsFields,
  issuedInTime,
  parties,
  homologation,
  consumerNote,
  intermediary,
  law,
  items,
  payments,
  returned,
]

/** The first rule that the note breaks. */
export function checkRules(note: Element, at: Reception): Verdict | undefined {
  for (const rule of rules) {
    const broken = rule(note, at)
    if (broken) return broken
  }
  return undefined
}
