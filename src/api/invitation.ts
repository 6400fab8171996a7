/** A store that invited somebody, who has not answered yet: GET users/convites. */
export interface Invitation {
  /** Key of the store. */
  readonly loja: number
  readonly nome: string
  /** Invited as an owner, else as an employee. */
  readonly proprietario: boolean
  readonly enviadoEm: string
}
