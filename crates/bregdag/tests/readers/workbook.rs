//! Excel workbooks as small as they can be.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const SHEET: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/// A sheet of numbers, words, truth values and a date, packed and not.
pub fn files() -> Vec<Vec<u8>> {
    [CompressionMethod::Stored, CompressionMethod::Deflated].map(workbook).into()
}

fn workbook(method: CompressionMethod) -> Vec<u8> {
    let parts = [
        ("[Content_Types].xml", "<Types/>".to_string()),
        ("_rels/.rels", links("officeDocument", "xl/workbook.xml")),
        ("xl/_rels/workbook.xml.rels", links("worksheet", "worksheets/sheet1.xml")),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{SHEET}\" xmlns:r=\"{RELATIONSHIPS}\"><sheets><sheet name=\"a\" sheetId=\"1\" \
                 r:id=\"r1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/sharedStrings.xml",
            format!("<sst xmlns=\"{SHEET}\"><si><t>x2</t></si><si><t>b</t></si></sst>"),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!(
                "<worksheet xmlns=\"{SHEET}\"><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" \
                 t=\"inlineStr\"><is><t>a</t></is></c><c r=\"C1\" t=\"str\"><v>b</v></c></row><row r=\"2\"><c \
                 r=\"A2\"><v>1</v></c><c r=\"B2\"><v>2.5</v></c><c r=\"C2\" t=\"b\"><v>1</v></c></row><row r=\"4\"><c \
                 r=\"A4\"><v>3</v></c><c r=\"B4\" t=\"e\"><v>#N/A</v></c><c r=\"C4\" t=\"b\"><v>0</v></c></row>\
                 </sheetData></worksheet>"
            ),
        ),
    ];
    let mut file = ZipWriter::new(Cursor::new(vec![]));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, text) in parts {
        file.start_file(name, options).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }
    file.finish().unwrap().into_inner()
}

fn links(kind: &str, target: &str) -> String {
    format!(
        "<Relationships xmlns=\"{PACKAGE}\"><Relationship Id=\"r1\" Type=\"{RELATIONSHIPS}/{kind}\" \
         Target=\"{target}\"/></Relationships>"
    )
}
