import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { PageCanvas } from './pageCanvas.ts'

/** A canvas that counts what it measures: how often, and how many letters. It gives up where the old way would go on for minutes. */
function countingCanvas(most: number): { readonly canvas: PageCanvas; readonly measured: { times: number; letters: number } } {
  const document = new PDFDocument({ autoFirstPage: false })
  const measured = { times: 0, letters: 0 }
  const widthOfString = document.widthOfString.bind(document)
  document.widthOfString = (text, options) => {
    measured.times += 1
    measured.letters += text.length
    if (measured.letters > most) throw new Error(`measured ${measured.letters} letters`)
    return widthOfString(text, options)
  }
  return { canvas: new PageCanvas(document), measured }
}

const width = 120
const letters = (count: number): string => 'ABRACADABRA-'.repeat(Math.ceil(count / 12)).slice(0, count)

test.each([120, 1200, 12_000])('a word of %i letters is measured a few times a line', count => {
  const { canvas, measured } = countingCanvas(count * 20)
  const lines = canvas.wrap(letters(count), width, 7)
  expect(lines.join('')).toBe(letters(count))
  // A line of 120 points has some 25 letters.
  expect(measured.times).toBeLessThan(lines.length * 12 + 12)
})

test.each([5000, 50_000])('a text of %i letters finds its size with as many measurements for each letter', count => {
  const { canvas, measured } = countingCanvas(count * 200)
  canvas.document.addPage()
  canvas.text(letters(count), { x: 20, y: 20, width, height: 400 }, { size: 9 })
  expect(measured.letters).toBeLessThan(count * 150)
})

test('each line is as long as it can be, and narrow lines hold a letter', () => {
  const { canvas } = countingCanvas(1_000_000)
  const word = letters(200)
  const lines = canvas.wrap(word, width, 7)
  for (const [at, line] of lines.entries()) {
    expect(canvas.widthOf(line, 7)).toBeLessThanOrEqual(width)
    const next = lines[at + 1]?.[0]
    if (next) expect(canvas.widthOf(line + next, 7)).toBeGreaterThan(width)
  }
  expect(canvas.wrap('ABC', -5, 7)).toEqual(['A', 'B', 'C'])
})
