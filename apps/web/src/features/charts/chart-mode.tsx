export { ChartScreen as default } from './chart-screen.tsx'
