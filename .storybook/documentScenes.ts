/** A generated story of a document: on one of its papers, or in a state. */
export interface DocumentScene {
  readonly exportName: string
  readonly title: string
  readonly state: 'filled' | 'loading' | 'failed'
  readonly paper: string
}

const paperTitles: Readonly<Record<string, string>> = {
  A4: 'Folha A4',
  '80mm': 'Bobina de 80 mm',
  '58mm': 'Bobina de 58 mm',
  label: 'Etiquetas',
}

/** Every scene of a document: filled on each paper, on its way, and refused. */
export const documentScenes = (papers: readonly string[]): readonly DocumentScene[] => [
  ...papers.map((paper, at) => ({
    exportName: `Paper${at + 1}`,
    title: paperTitles[paper] ?? paper,
    state: 'filled' as const,
    paper,
  })),
  { exportName: 'Loading', title: 'Carregando', state: 'loading', paper: '' },
  { exportName: 'NotMade', title: 'Falha', state: 'failed', paper: '' },
]
