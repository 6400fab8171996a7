/** The treatments of which the law names a class, by day. */
export type TreatmentClasses = ReadonlyMap<string, string>

/** The facts that decide the class of a product: the shop's word, else its tax profile. */
export interface TreatedProduct {
  readonly tratamento: string | null
  /** `cClassTrib` of its tax profile. */
  readonly ibscbs_cclasstrib: string
}

/** Under which law products are sold. */
export interface ClassLaw {
  /** Whether the seller is a bar or restaurant (LC 214/2025, art. 273). */
  readonly restaurante: boolean
  readonly classes: TreatmentClasses
  /** Whether the buyer is a company under contract. */
  readonly contrato: boolean
}

/**
 * Returns the `cClassTrib` of a product. A treatment to which the law of the day gives no class gives an empty one, which no law knows: such a note is
 * not issued.
 */
export function productClass({ tratamento, ibscbs_cclasstrib }: TreatedProduct, law: ClassLaw): string {
  if (!law.restaurante || tratamento === null || tratamento === 'IMPOSTO' || tratamento === 'COMBO') return ibscbs_cclasstrib
  return law.classes.get(law.contrato && tratamento === 'PREPARADO' ? 'CONTRATO' : tratamento) ?? ''
}
