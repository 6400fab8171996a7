declare module 'virtual:model' {
  const model: import('../src/model/model.ts').Model
  export default model
}

declare module 'virtual:catalogue' {
  const catalogue: import('./messageCatalogue.ts').Catalogue
  export default catalogue
}

declare module 'virtual:samples' {
  const samples: import('./samples.ts').Samples
  export default samples
}

declare module 'virtual:screen-samples' {
  const samples: import('./samples.ts').ScreenSamples
  export default samples
}

declare module 'virtual:review' {
  const review: import('../scripts/review/review.ts').Review | null
  export default review
}

declare module 'virtual:layers' {
  const lines: import('./layers.ts').LayerLines
  export default lines
}
