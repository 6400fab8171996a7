export { loadCurrencies, loadStoreCurrencies } from './demo/currencies.ts'
