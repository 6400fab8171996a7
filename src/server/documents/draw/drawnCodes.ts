import { create } from 'qrcode'
import { shopBarsOf } from '../../../base/paper/barCode.ts'
import type { PaperBlock, Squares } from '../../../model/paper/paperBlock.ts'

/** Longest text of a QR code that a telephone still reads from paper. */
const longestQr = 800

/** Runs in a worker thread: papers with their bars and squares worked out, each text once. */
export function withDrawnCodes(sheets: readonly (readonly PaperBlock[])[]): PaperBlock[][] {
  const known = new Map<string, PaperBlock>()
  return sheets.map(blocks =>
    blocks.map(block => {
      if (block.kind !== 'bars' && block.kind !== 'qr') return block
      const key = `${block.kind} ${block.text}`
      const made = known.get(key) ?? drawn(block)
      known.set(key, made)
      return made
    }),
  )
}

function drawn(block: Extract<PaperBlock, { readonly kind: 'bars' | 'qr' }>): PaperBlock {
  if (block.kind === 'bars') {
    const bars = shopBarsOf(block.text)
    return bars ? { ...block, drawn: bars } : block
  }
  return Buffer.byteLength(block.text) > longestQr ? block : { ...block, drawn: squaresOf(block.text) }
}

function squaresOf(text: string): Squares {
  const { modules } = create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'M' })
  return { size: modules.size, dark: Array.from(modules.data, dark => (dark ? '1' : '0')).join('') }
}
