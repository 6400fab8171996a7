import { inWorker, OperationReply, type PieceContext, threadTask } from '../../../server/plugin.ts'
import type { NotePaper } from './notePapers.ts'
import type { drawPaper, WantedPaper } from './paperWork.ts'

const paperTask = threadTask<typeof drawPaper>({ module: new URL('./paperWork.ts', import.meta.url), name: 'drawPaper' })

/** Codes of the messages of who draws. */
export const drawingRefusals = ['threads.too-much', 'threads.busy'] as const

/** A paper, drawn in a worker thread when it is the store's turn. @throws ApiError of `inWorker` */
export const drawnPaper = (wanted: WantedPaper, context: PieceContext): Promise<NotePaper | undefined> =>
  inWorker(paperTask, wanted, context)

/** A paper that opens in the browser. */
export const paperReply = ({ name, bytes }: NotePaper, headers: Readonly<Record<string, string>> = {}): OperationReply =>
  new OperationReply(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${name}"`,
    ...headers,
  })
