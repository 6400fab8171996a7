import { cutTexts, type DocumentElement, elementAt, textAt } from '../../../domain/fiscal/core/public.ts'
import type { DanfeBlock } from '../danfe/danfe.ts'
import { firstOf, printedDay, saidAt, taxIdAt, textBox } from '../danfe/values.ts'
import { printedMoment } from '../paper/printed.ts'
import { printedTotal } from '../paper/totalAsked.ts'

/** The content of the paper of a correction letter. */
export interface CorrectionPaper {
  readonly chave: string
  readonly sequencia: string
  readonly emissao: string
  readonly blocos: readonly DanfeBlock[]
  readonly correcao: string
  readonly condicoes: string
  readonly marcas: readonly string[]
}

/** Answers by which an event stands. */
const accepted = ['135', '136']

/**
 * Reads a correction letter (110110) from its `procEventoNFe`, and the parties from the note that it corrects.
 *
 * @returns undefined for another event, for one that was refused, and for that of another note.
 */
export function readCorrection(stored: DocumentElement, note: DocumentElement): CorrectionPaper | undefined {
  const event = cutTexts(stored)
  const document = cutTexts(note)
  const asked = elementAt(event, 'evento/infEvento')
  const answer = elementAt(event, 'retEvento/infEvento')
  const info = elementAt(document, document.name === 'NFe' ? 'infNFe' : 'NFe/infNFe')
  const key = (info?.attributes.Id ?? '').replace(/^NFe/, '')
  if (!asked || !info || textAt(asked, 'tpEvento') !== '110110' || !accepted.includes(saidAt(answer, 'cStat'))) return undefined
  if (saidAt(asked, 'chNFe') !== key) return undefined
  return {
    chave: key,
    sequencia: saidAt(asked, 'nSeqEvento'),
    emissao: printedMoment(saidAt(asked, 'dhEvento')),
    blocos: [eventBlock(asked, answer), noteBlock(info), partyBlock(info, 'emit'), partyBlock(info, 'dest')],
    correcao: saidAt(asked, 'detEvento/xCorrecao'),
    condicoes: saidAt(asked, 'detEvento/xCondUso'),
    marcas: saidAt(asked, 'tpAmb') === '2' ? ['SEM VALOR FISCAL'] : [],
  }
}

const eventBlock = (asked: DocumentElement, answer: DocumentElement | undefined): DanfeBlock => ({
  title: 'CARTA DE CORREÇÃO',
  rows: [
    [
      textBox('SEQUÊNCIA', saidAt(asked, 'nSeqEvento'), 10, 'center'),
      textBox('DATA DO EVENTO', printedMoment(saidAt(asked, 'dhEvento')), 25, 'center'),
      textBox('PROTOCOLO', saidAt(answer, 'nProt'), 25, 'center'),
      textBox('DATA DO REGISTRO', printedMoment(saidAt(answer, 'dhRegEvento')), 25, 'center'),
      textBox('ÓRGÃO', saidAt(asked, 'cOrgao'), 15, 'center'),
    ],
  ],
})

const noteBlock = (info: DocumentElement): DanfeBlock => ({
  title: 'NOTA FISCAL CORRIGIDA',
  rows: [
    [
      textBox('MODELO', saidAt(info, 'ide/mod'), 10, 'center'),
      textBox('SÉRIE', saidAt(info, 'ide/serie').padStart(3, '0'), 10, 'center'),
      textBox('NÚMERO', saidAt(info, 'ide/nNF').padStart(9, '0'), 25, 'center'),
      textBox('DATA DA EMISSÃO', printedDay(firstOf(info, 'ide/dhEmi', 'ide/dEmi')), 25, 'center'),
      textBox('VALOR TOTAL DA NOTA', printedTotal(info), 30, 'right'),
    ],
  ],
})

const partyBlock = (info: DocumentElement, name: 'emit' | 'dest'): DanfeBlock => {
  const party = elementAt(info, name)
  const place = elementAt(party, name === 'emit' ? 'enderEmit' : 'enderDest')
  return {
    title: name === 'emit' ? 'EMITENTE' : 'DESTINATÁRIO',
    rows: [
      [
        textBox('NOME/RAZÃO SOCIAL', saidAt(party, 'xNome'), 42),
        textBox('CNPJ/CPF', taxIdAt(party), 20, 'center'),
        textBox('INSCRIÇÃO ESTADUAL', saidAt(party, 'IE'), 15, 'center'),
        textBox('MUNICÍPIO', saidAt(place, 'xMun'), 18),
        textBox('UF', saidAt(place, 'UF'), 5, 'center'),
      ],
    ],
  }
}
