import { messageUses } from '../../scripts/describe/messageUses.ts'
import { foldText } from '../../src/base/text.ts'
import type { Tone } from '../../src/controls/theme/palette.ts'
import { messageTexts } from '../../src/model/formatMessage.ts'
import type { Message, Model } from '../../src/model/model.ts'
import type { MessageCatalogue } from '../messageCatalogue.ts'

/** One message as the catalogue lists it. */
export interface MessageRow extends Message {
  readonly code: string
  readonly file: string
  /** Registers, screens and kinds whose definitions use it. */
  readonly places: readonly string[]
  /** Files of code that say it. */
  readonly sources: readonly string[]
}

export const messageKindTitles: Readonly<Record<Message['kind'], { readonly title: string; readonly tone: Tone }>> = {
  validation: { title: 'Validação', tone: 'warning' },
  error: { title: 'Erro', tone: 'danger' },
  warning: { title: 'Aviso', tone: 'warning' },
  success: { title: 'Sucesso', tone: 'positive' },
  info: { title: 'Informação', tone: 'info' },
  dialog: { title: 'Pergunta', tone: 'info' },
  label: { title: 'Rótulo', tone: 'neutral' },
  empty: { title: 'Lista vazia', tone: 'neutral' },
}

export function messageRows(model: Model, { files, code: said }: MessageCatalogue): readonly MessageRow[] {
  const uses = messageUses(model)
  return Object.entries(model.messages)
    .map(([code, message]) => ({
      ...message,
      code,
      file: files[code] ?? '',
      places: uses.get(code) ?? [],
      sources: said[code] ?? [],
    }))
    .sort((a, b) => a.file.localeCompare(b.file) || a.code.localeCompare(b.code))
}

export interface MessageQuery {
  readonly search: string
  readonly file: string
  readonly kind: string
}

/** The rows that a search leaves: every word stands somewhere in the code, the text, its moment or its places. */
export function findMessageRows(rows: readonly MessageRow[], { search, file, kind }: MessageQuery): readonly MessageRow[] {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  return rows.filter(row => {
    if ((file !== '' && row.file !== file) || (kind !== '' && row.kind !== kind)) return false
    const all = foldText([row.code, ...messageTexts(row), row.when ?? '', ...row.places, ...row.sources].join(' '))
    return words.every(word => all.includes(word))
  })
}

/** 'messages/session.json' is 'session'. */
export const fileTitle = (file: string): string => file.replace(/^messages\//, '').replace(/\.json$/, '')
