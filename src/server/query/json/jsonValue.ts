/** The form of a value's text on the wire, as long as it need not be read to become JSON. */
export type SentForm = 'flag' | 'number' | 'text' | 'moment'

/** Bytes that a form may take beyond its text: quotes, `false` for `f`, the parts of a second. */
export const MOST_ADDED = 8

/** Marks a text that must be read. */
export const UNREAD = -1

const QUOTE = 34
const POINT = 46
const ZERO = 48
const NINE = 57
const BACKSLASH = 92
const TRUE = Buffer.from('true')
const FALSE = Buffer.from('false')

/** Longest number whose digits a JavaScript number holds, so that it is written with the same ones. */
const LONGEST_NUMBER = 15

/** Bytes one by one: what is copied is too short for more. */
export function copyBytes(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  let place = at
  for (let next = start; next < end; next++) to[place++] = from[next] ?? 0
  return place
}

/** Writes a value's text as JSON at a place, and gives the place behind it. */
export function writeSent(form: SentForm, sent: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  switch (form) {
    case 'flag': {
      const word = sent[start] === 116 ? TRUE : FALSE
      return copyBytes(word, 0, word.length, to, at)
    }
    case 'number':
      return writeNumber(sent, start, end, to, at)
    case 'text':
      return writeText(sent, start, end, to, at)
    case 'moment':
      return writeMoment(sent, start, end, to, at)
  }
}

/** `19.90` is 19.9. What is no number (NaN), too long, or so small that JavaScript writes it with an exponent must be read. */
function writeNumber(sent: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  if (end - start > LONGEST_NUMBER || (sent[end - 1] ?? 0) > NINE) return UNREAD
  let place = at
  let point = -1
  for (let next = start; next < end; next++) {
    const byte = sent[next] ?? 0
    if (byte === POINT) point = place
    to[place++] = byte
  }
  if (point < 0) return place
  while (to[place - 1] === ZERO) place--
  if (place === point + 1) return point
  return place - point > 7 ? UNREAD : place
}

/** A text with something that JSON writes otherwise must be read. */
function writeText(sent: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  let place = at
  to[place++] = QUOTE
  for (let next = start; next < end; next++) {
    const byte = sent[next] ?? 0
    if (byte < 32 || byte === QUOTE || byte === BACKSLASH) return UNREAD
    to[place++] = byte
  }
  to[place++] = QUOTE
  return place
}

/** `2026-01-31 12:30:00.5+00` as ISO, as the kind of moments does: milliseconds, no more. Of other zones and ages it must be read. */
function writeMoment(sent: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  const zone = end - 3
  const utc = sent[zone] === 43 && sent[zone + 1] === ZERO && sent[zone + 2] === ZERO
  if (!utc || end - start > 29 || sent[start + 10] !== 32) return UNREAD
  let place = at
  to[place++] = QUOTE
  place = copyBytes(sent, start, start + 10, to, place)
  to[place++] = 84
  place = copyBytes(sent, start + 11, start + 19, to, place)
  to[place++] = POINT
  for (let next = start + 20; next < start + 23; next++) to[place++] = next < zone ? (sent[next] ?? ZERO) : ZERO
  to[place++] = 90
  to[place++] = QUOTE
  return place
}
