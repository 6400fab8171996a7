/** The authority that takes a state's NF-e while its own fails (national portal: SVC-RS and SVC-AN), and `tpEmis` of its notes. */
export interface ContingencyAuthority {
  readonly name: 'SVCAN' | 'SVCRS'
  readonly tpEmis: 6 | 7
}

const served = new Set(['AM', 'BA', 'GO', 'MA', 'MS', 'MT', 'PE', 'PR'])

/** The virtual authority of a state. */
export const contingencyAuthority = (state: string): ContingencyAuthority =>
  served.has(state) ? { name: 'SVCRS', tpEmis: 7 } : { name: 'SVCAN', tpEmis: 6 }
