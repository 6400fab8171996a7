import { openPdf } from '../../../base/paper/openPdf.ts'
import { drawKeyBars, groupedKey } from '../danfe/drawKey.ts'
import { PageCanvas, page, room, titleHeight } from '../danfe/pageCanvas.ts'
import { fileMoment } from '../paper/printed.ts'
import type { CorrectionPaper } from './readCorrection.ts'

const headHeight = 92
const textSize = 10
const smallSize = 8

/** Draws the paper of a correction letter as a PDF, A4 upright: it replaces those before it. */
export async function drawCorrection(paper: CorrectionPaper): Promise<Uint8Array> {
  const { document, bytes } = openPdf(`CC-e ${paper.sequencia} da NF-e ${paper.chave}`, fileMoment(paper.emissao))
  const canvas = new PageCanvas(document)
  document.addPage({ size: [page.width, page.height], margin: 0 })
  canvas.stamp(paper.marcas, page.height * 0.6)
  drawHead(canvas, paper)
  let y = page.margin + headHeight
  for (const block of paper.blocos) {
    canvas.block(block, y)
    y += canvas.heightOf(block)
  }
  y = drawText(canvas, 'CORREÇÃO', paper.correcao, y, textSize)
  drawText(canvas, 'CONDIÇÕES DE USO', paper.condicoes, y, smallSize)
  document.end()
  return bytes
}

function drawHead(canvas: PageCanvas, { chave }: CorrectionPaper): void {
  const left = room * 0.5
  const { margin: x } = page
  canvas.frame({ x, y: x, width: left, height: headHeight })
  canvas.frame({ x: x + left, y: x, width: room - left, height: headHeight })
  const inner = { x: x + 6, width: left - 12 }
  canvas.text('CARTA DE CORREÇÃO ELETRÔNICA', { ...inner, y: x + 16, height: 22 }, { size: 15, weight: 'bold', align: 'center' })
  const note =
    'Não possui valor fiscal: representação gráfica da CC-e, a ser consultada com a nota no portal nacional da NF-e, www.nfe.fazenda.gov.br/portal'
  canvas.text(note, { ...inner, y: x + 42, height: 40 }, { size: 8.5, align: 'center' })
  drawKeyBars(canvas, chave, { x: x + left, y: x + 10, width: room - left, height: 42 })
  const key = { x: x + left + 5, width: room - left - 10 }
  canvas.text('CHAVE DE ACESSO DA NF-e', { ...key, y: x + 60, height: 7 }, { size: 5.5 })
  canvas.text(groupedKey(chave), { ...key, y: x + 70, height: 13 }, { size: 10, weight: 'bold', align: 'center' })
}

/** A titled frame as high as its text; where the next one begins. */
function drawText(canvas: PageCanvas, title: string, text: string, y: number, size: number): number {
  const lines = canvas.wrap(text, room - 12, size)
  const height = Math.max(lines.length * canvas.lineHeight(size) + 12, 40)
  canvas.title(title, y)
  const area = { x: page.margin, y: y + titleHeight, width: room, height }
  canvas.frame(area)
  canvas.lines(lines, { ...area, x: area.x + 6, y: area.y + 6 }, { size })
  return area.y + height
}
