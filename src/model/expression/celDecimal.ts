/** A decimal inside an expression. A class of its own, for CEL tells types by class; the arithmetic is that of base/decimal. */
export class CelDecimal {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

export const zeroDecimal = new CelDecimal(0)
