import { composeAccessKey, splitAccessKey } from '../keys/accessKey.ts'
import type { Place } from './findings.ts'

const keyRule = 'cUF AAMM CNPJ mod serie nNF tpEmis cNF cDV'

/** The key in the `Id` of a note; undefined where there is none of 44 characters. */
export const noteKey = (note: Place): string | undefined => /^NFe([0-9A-Z]{44})$/.exec(note.element.attributes.Id ?? '')?.[1]

/** Checks whether the key is that of the note's own fields, and `cDV` its digit. */
export function checkNoteKey(note: Place): void {
  const key = noteKey(note)
  const said = key === undefined ? undefined : splitAccessKey(key)
  if (key === undefined || said === undefined) return
  const at = (path: string): string => note.text(path) ?? ''
  const ours = composeAccessKey({
    cUF: at('ide/cUF'),
    AAMM: `${at('ide/dhEmi').slice(2, 4)}${at('ide/dhEmi').slice(5, 7)}`,
    CNPJ: isIssuedByAuthority(note) ? said.CNPJ : (note.text('emit/CNPJ') ?? at('emit/CPF')),
    mod: at('ide/mod'),
    serie: at('ide/serie'),
    nNF: at('ide/nNF'),
    tpEmis: at('ide/tpEmis'),
    cNF: at('ide/cNF'),
  })
  note.findings.text(note.pathOf('@Id'), key, ours, keyRule)
  note.findings.text(note.pathOf('ide/cDV'), at('ide/cDV'), ours.slice(-1), 'modulo 11 of the key')
}

/** Series 890 to 909 and `procEmi` 1 and 2: the key has the tax authority's CNPJ. */
export const isIssuedByAuthority = (note: Place): boolean => {
  const serie = Number(note.text('ide/serie'))
  return (serie >= 890 && serie <= 909) || ['1', '2'].includes(note.text('ide/procEmi') ?? '')
}

/** The `Id` of an event: type, key and sequence. */
export function checkEventId(event: Place): void {
  const sequence = (event.text('nSeqEvento') ?? '').padStart(2, '0')
  const ours = `ID${event.text('tpEvento') ?? ''}${event.text('chNFe') ?? ''}${sequence}`
  event.findings.text(event.pathOf('@Id'), event.element.attributes.Id ?? '', ours, 'ID tpEvento chNFe nSeqEvento')
}

/** The `Id` of a voiding, and its range of numbers. */
export function checkVoidingId(voiding: Place): void {
  const at = (name: string, length: number): string => (voiding.text(name) ?? '').padStart(length, '0')
  const ours = ['ID', at('cUF', 2), at('ano', 2), at('CNPJ', 14), at('mod', 2), at('serie', 3), at('nNFIni', 9), at('nNFFin', 9)]
  voiding.findings.text(
    voiding.pathOf('@Id'),
    voiding.element.attributes.Id ?? '',
    ours.join(''),
    'ID cUF ano CNPJ mod serie nNFIni nNFFin',
  )
  const [first, last] = [voiding.value('nNFIni'), voiding.value('nNFFin')]
  if (!first || !last) return
  if (first.lessThanOrEqualTo(last)) voiding.findings.equal()
  else voiding.differs('nNFFin', { ours: first, rule: 'nNFIni ≤ nNFFin' })
}
