import { threadTask } from '../threads/threadTask.ts'
import type { drawDocument } from './draw/drawDocument.ts'
import type { withDrawnCodes } from './draw/drawnCodes.ts'

/** Draws papers in a worker thread: for whatever prints. */
export const documentTask = threadTask<typeof drawDocument>({
  module: new URL('./draw/drawDocument.ts', import.meta.url),
  name: 'drawDocument',
})

/** Works out the bars and squares of papers for a page. */
export const codesTask = threadTask<typeof withDrawnCodes>({
  module: new URL('./draw/drawnCodes.ts', import.meta.url),
  name: 'withDrawnCodes',
  isSmall: sheets => !sheets.some(blocks => blocks.some(({ kind }) => kind === 'bars' || kind === 'qr')),
})
