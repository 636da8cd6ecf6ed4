// The page, top to bottom.

startTheme();
startSections();
startDrawing();
startSliders();
startFind();
startPanel();
startTable();
startMatrix();
startCourse();
startSaving();
startTiers();
startPrinting();
change({});
document.documentElement.dataset.ready = "";
