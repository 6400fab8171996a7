import type { Danfe } from './danfe.ts'
import { drawKeyBars, groupedKey } from './drawKey.ts'
import { type Area, boxHeight, type PageCanvas, page, room } from './pageCanvas.ts'

/** Height of the receipt above the paper, its dashed line included, and of what every page begins with. */
export const receiptHeight = 46
export const headerHeight = 92 + boxHeight * 2

/** Draws the receipt that the receiver signs and the carrier takes back. */
export function drawReceipt(canvas: PageCanvas, danfe: Danfe, y: number): void {
  const right = 92
  const x = page.margin
  canvas.frame({ x, y, width: room, height: 40 })
  canvas.text(danfe.recibo, { x: x + 2.5, y: y + 1.5, width: room - right - 5, height: 17 }, { size: 6.5 })
  canvas.row(
    [
      { label: 'DATA DE RECEBIMENTO', value: '', share: 22 },
      { label: 'IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR', value: '', share: 78 },
    ],
    y + 20,
    20,
    x,
    room - right,
  )
  canvas.line(x + room - right, y, x + room - right, y + 40)
  const corner = { x: x + room - right, y: y + 4, width: right, height: 32 }
  canvas.lines(['NF-e', `Nº ${danfe.numero}`, `SÉRIE ${danfe.serie}`], corner, {
    size: 9,
    weight: 'bold',
    align: 'center',
    vertical: 'middle',
  })
  canvas.document.dash(2, { space: 2 })
  canvas.line(x, y + 43, x + room, y + 43)
  canvas.document.undash()
}

const withDigits = [room * 0.4, room * 0.17, room * 0.43] as const
/** A key with letters is a longer code: 343 modules and what stays white, which are to be 11.5 cm wide and more. */
const withLetters = [room * 0.23, room * 0.15, room * 0.62] as const

/** Draws issuer, title and key: on each page. */
export function drawHeader(canvas: PageCanvas, danfe: Danfe, y: number, folio: string): void {
  const widths = /[A-Z]/.test(danfe.chave) ? withLetters : withDigits
  const issuer: Area = { x: page.margin, y, width: widths[0], height: 92 }
  const name: Area = { x: issuer.x + widths[0], y, width: widths[1], height: 92 }
  const key: Area = { x: name.x + widths[1], y, width: widths[2], height: 92 }
  for (const area of [issuer, name, key]) canvas.frame(area)
  drawIssuer(canvas, danfe, issuer)
  drawName(canvas, danfe, name, folio)
  drawKeyBox(canvas, danfe, key)
  canvas.row([danfe.natureza, danfe.protocolo], y + 92)
  canvas.row(danfe.inscricoes, y + 92 + boxHeight)
}

function drawIssuer(canvas: PageCanvas, { emitente }: Danfe, { x, y, width, height }: Area): void {
  const inner = { x: x + 5, width: width - 10 }
  canvas.text('IDENTIFICAÇÃO DO EMITENTE', { ...inner, y: y + 2, height: 7 }, { size: 5.5, align: 'center' })
  canvas.text(
    emitente.nome,
    { ...inner, y: y + 12, height: 30 },
    { size: 12, weight: 'bold', align: 'center', vertical: 'middle' },
  )
  const lines = emitente.linhas.flatMap(line => canvas.wrap(line, inner.width, 8))
  const size = Math.min(8, (height - 48) / lines.length / 1.12)
  const fitted = size < 8 ? emitente.linhas.flatMap(line => canvas.wrap(line, inner.width, size)) : lines
  canvas.lines(fitted, { ...inner, y: y + 44, height: height - 47 }, { size, align: 'center', vertical: 'middle' })
}

function drawName(canvas: PageCanvas, danfe: Danfe, { x, y, width }: Area, folio: string): void {
  const centred = { x: x + 2, width: width - 4 }
  canvas.text('DANFE', { ...centred, y: y + 3, height: 15 }, { size: 13, weight: 'bold', align: 'center' })
  canvas.lines(
    ['Documento Auxiliar da', 'Nota Fiscal Eletrônica'],
    { ...centred, y: y + 18, height: 16 },
    { size: 7, align: 'center' },
  )
  canvas.lines(['0 - ENTRADA', '1 - SAÍDA'], { x: x + 10, y: y + 37, width: 50, height: 18 }, { size: 7.5 })
  const cell = { x: x + width - 30, y: y + 37, width: 17, height: 17 }
  canvas.frame(cell)
  canvas.text(danfe.tipo, cell, { size: 11, weight: 'bold', align: 'center', vertical: 'middle' })
  const number = [`Nº ${danfe.numero}`, `SÉRIE ${danfe.serie}`, `FOLHA ${folio}`]
  canvas.lines(number, { ...centred, y: y + 58, height: 32 }, { size: 9, weight: 'bold', align: 'center' })
}

function drawKeyBox(canvas: PageCanvas, danfe: Danfe, { x, y, width }: Area): void {
  const inner = { x: x + 4, width: width - 8 }
  if (danfe.espelho)
    canvas.text('ESPELHO', { ...inner, y: y + 8, height: 30 }, { size: 20, weight: 'bold', align: 'center', vertical: 'middle' })
  else drawKeyBars(canvas, danfe.chave, { x, y: y + 5, width, height: 34 })
  canvas.line(x, y + 43, x + width, y + 43)
  canvas.text('CHAVE DE ACESSO', { ...inner, y: y + 45, height: 7 }, { size: 5.5 })
  canvas.text(groupedKey(danfe.chave), { ...inner, y: y + 53, height: 11 }, { size: 9, weight: 'bold', align: 'center' })
  canvas.line(x, y + 66, x + width, y + 66)
  const where = danfe.espelho
    ? ['Este espelho não é um documento fiscal:', 'a nota ainda não foi autorizada.']
    : ['Consulta de autenticidade no portal nacional da NF-e', 'www.nfe.fazenda.gov.br/portal ou no site da Sefaz Autorizadora']
  canvas.lines(where, { ...inner, y: y + 67, height: 24 }, { size: 8, align: 'center', vertical: 'middle' })
}
