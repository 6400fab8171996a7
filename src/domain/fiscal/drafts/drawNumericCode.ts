import { randomInt } from 'node:crypto'
import { isNumericCode } from '../core/public.ts'

/** A code that makes a key hard to guess (`cNF`). */
export function drawNumericCode(numero: number): string {
  for (;;) {
    const code = `${randomInt(12345678, 98765433)}`
    if (isNumericCode(code, `${numero}`)) return code
  }
}
