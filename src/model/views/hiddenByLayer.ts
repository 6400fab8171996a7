/** Something of a page that a layer hides. */
export interface HiddenByLayer {
  /** The register, or another page of the menu. */
  readonly page: string
  readonly kind: 'menu' | 'coluna' | 'acao' | 'parte' | 'campo'
  readonly name: string
  readonly title: string
  readonly layer: string
  /** File and line in the layer. */
  readonly place: string
}
