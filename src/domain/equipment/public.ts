export { loadCounterSetup } from './demo/counterSetup.ts'
