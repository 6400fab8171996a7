import { readStoredXml } from '../../../domain/fiscal/core/public.ts'
import type { StoredText } from '../../../domain/fiscal/public.ts'
import { hasPaper } from '../danfce/danfce.ts'
import type { RollWidth } from '../danfce/drawDanfce.ts'
import { readDanfce } from '../danfce/readDanfce.ts'
import { type NotePaper, paperOfCorrection, paperOfNote } from './notePapers.ts'

/** Documents as they are stored, and which paper of them is wanted: A4 of a note, of a correction letter, a roll of a consumer's note. */
export type WantedPaper =
  | { readonly of: 'note'; readonly note: StoredText; readonly cancellation?: StoredText | undefined }
  | { readonly of: 'correction'; readonly note: StoredText; readonly correction: StoredText }
  | {
      readonly of: 'roll'
      readonly note: StoredText
      readonly cancellation?: StoredText | undefined
      readonly width: RollWidth
    }

/** Runs in a worker thread: reads and draws. Undefined for documents that have no such paper. */
export async function drawPaper(wanted: WantedPaper): Promise<NotePaper | undefined> {
  const note = readStoredXml(wanted.note)
  if (wanted.of === 'correction') return paperOfCorrection(note, readStoredXml(wanted.correction))
  const cancellation = wanted.cancellation === undefined ? undefined : readStoredXml(wanted.cancellation)
  if (wanted.of === 'note') return paperOfNote(note, cancellation)
  const danfce = readDanfce(note, cancellation)
  if (!danfce || !hasPaper(danfce)) return undefined
  const { drawDanfce } = await import('../danfce/drawDanfce.ts')
  return { name: `danfe-nfce-${danfce.serie}-${danfce.numero}.pdf`, bytes: await drawDanfce(danfce, wanted.width) }
}
